#include <base/files/ElfFile.hpp>
#include <base/files/FileError.hpp>
#include <perf/recording/NeededLibraries.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <elf.h>

namespace gantry::perf {

namespace {

#if __SIZEOF_POINTER__ == 8
using Dynamic = Elf64_Dyn;
#else
using Dynamic = Elf32_Dyn;
#endif

using Bytes = std::vector<unsigned char>;

// So many of the bytes that will be at that address, as far as the file has them.
Bytes bytesAt(const base::ElfFile& elf, std::uint64_t address, std::uint64_t size) {
    for (base::ElfFile::Segment segment : elf.segments()) {
        const std::uint64_t before = address - segment.address;
        if (segment.type == PT_LOAD && address >= segment.address && before < segment.size) {
            segment.offset += before;
            segment.size = std::min(segment.size - before, size);
            return elf.read(segment).value_or(Bytes());
        }
    }
    return {};
}

std::vector<Dynamic> entriesOf(const base::ElfFile& elf) {
    std::vector<Dynamic> entries;
    for (const base::ElfFile::Segment& segment : elf.segments()) {
        if (segment.type != PT_DYNAMIC) {
            continue;
        }
        const Bytes bytes = elf.read(segment).value_or(Bytes());
        for (std::size_t at = 0; at + sizeof(Dynamic) <= bytes.size(); at += sizeof(Dynamic)) {
            Dynamic entry{};
            std::memcpy(&entry, bytes.data() + at, sizeof entry);
            if (entry.d_tag == DT_NULL) {
                return entries;
            }
            entries.push_back(entry);
        }
    }
    return entries;
}

std::string nameAt(const Bytes& names, std::uint64_t offset) {
    if (offset >= names.size()) {
        return {};
    }
    const auto begin = names.begin() + static_cast<std::ptrdiff_t>(offset);
    return {begin, std::find(begin, names.end(), '\0')};
}

// The texts that the dynamic entries and symbols refer to. Entries have addresses in memory, not
// offsets in the file: segments translate them.
Bytes textsOf(const base::ElfFile& elf, const std::vector<Dynamic>& entries) {
    const auto valueOf = [&entries](auto tag) -> std::uint64_t {
        const auto found = std::find_if(entries.begin(), entries.end(),
                                        [tag](const Dynamic& entry) { return entry.d_tag == tag; });
        return found == entries.end() ? 0 : found->d_un.d_val;
    };
    return bytesAt(elf, valueOf(DT_STRTAB), valueOf(DT_STRSZ));
}

std::vector<std::string> neededBy(const base::ElfFile& elf) {
    const std::vector<Dynamic> entries = entriesOf(elf);
    const Bytes names = textsOf(elf, entries);
    std::vector<std::string> needed;
    for (const Dynamic& entry : entries) {
        if (entry.d_tag == DT_NEEDED) {
            needed.push_back(nameAt(names, entry.d_un.d_val));
        }
    }
    return needed;
}

}  // namespace

std::vector<std::string> neededLibraries(const std::filesystem::path& file) {
    try {
        const base::ElfFile elf(file);
        return elf.state() == base::ElfFile::State::Whole ? neededBy(elf)
                                                          : std::vector<std::string>();
    } catch (const base::FileError&) {
        return {};
    }
}

bool usesSymbol(const std::filesystem::path& file, const std::string& symbol) {
    try {
        const base::ElfFile elf(file);
        if (elf.state() != base::ElfFile::State::Whole) {
            return false;
        }
        const Bytes names = textsOf(elf, entriesOf(elf));
        // Between the ends of two texts.
        const std::string wanted = '\0' + symbol + '\0';
        return std::search(names.begin(), names.end(), wanted.begin(), wanted.end()) != names.end();
    } catch (const base::FileError&) {
        return false;
    }
}

}  // namespace gantry::perf
