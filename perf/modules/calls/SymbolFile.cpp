#include "SymbolFile.hpp"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <new>
#include <sys/mman.h>
#include <sys/stat.h>
#include <tuple>
#include <unistd.h>

namespace gantry::calls {

namespace {

using Header = ElfW(Ehdr);
using Section = ElfW(Shdr);
using Symbol = ElfW(Sym);

constexpr std::uint32_t kGlobalRank = std::uint32_t{1} << 31U;

struct Bytes {
    const unsigned char* begin = nullptr;
    std::size_t size = 0;

    // Null where the part is not inside: the file may be anything.
    [[nodiscard]] const unsigned char* part(std::uint64_t at, std::uint64_t bytes) const noexcept {
        return at <= size && bytes <= size - at ? begin + at : nullptr;
    }
};

Bytes mapFile(const char* path) noexcept {
    const int file = ::open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return {};
    }
    struct stat status {};
    void* mapped = MAP_FAILED;
    if (::fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_size >= static_cast<off_t>(sizeof(Header))) {
        mapped = ::mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_PRIVATE,
                        file, 0);
    }
    ::close(file);
    return mapped == MAP_FAILED ? Bytes{}
                                : Bytes{static_cast<const unsigned char*>(mapped),
                                        static_cast<std::size_t>(status.st_size)};
}

// A program that was built again while it runs has another file at its path.
bool isLoaded(const Bytes& file, const void* loaded) noexcept {
    return std::memcmp(file.begin, ELFMAG, SELFMAG) == 0 &&
           file.begin[EI_CLASS] == (sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32) &&
           std::memcmp(file.begin, loaded, sizeof(Header)) == 0;
}

}  // namespace

struct SymbolFile::Sections {
    const Symbol* symbols = nullptr;
    std::size_t count = 0;
    const char* names = nullptr;
    std::size_t nameBytes = 0;
};

namespace {

// The sections of one table of symbols are used together or not at all.
template <class Sections>
bool read(const Bytes& file, std::uint32_t type, Sections& found) noexcept {
    Header header{};
    std::memcpy(&header, file.begin, sizeof header);
    const auto* const sections = reinterpret_cast<const Section*>(
        file.part(header.e_shoff, std::uint64_t{header.e_shnum} * sizeof(Section)));
    if (sections == nullptr || header.e_shentsize != sizeof(Section) ||
        header.e_shoff % alignof(Section) != 0) {
        return false;
    }
    for (std::size_t i = 0; i < header.e_shnum; ++i) {
        const Section& table = sections[i];
        if (table.sh_type != type || table.sh_link >= header.e_shnum ||
            table.sh_offset % alignof(Symbol) != 0) {
            continue;
        }
        const Section& names = sections[table.sh_link];
        const auto* const symbols =
            reinterpret_cast<const Symbol*>(file.part(table.sh_offset, table.sh_size));
        const auto* const text =
            reinterpret_cast<const char*>(file.part(names.sh_offset, names.sh_size));
        // The last byte of the names is 0, so that each of them ends.
        if (symbols != nullptr && text != nullptr && names.sh_size > 0 &&
            text[names.sh_size - 1] == '\0') {
            found = {symbols, table.sh_size / sizeof(Symbol), text,
                     static_cast<std::size_t>(names.sh_size)};
            return true;
        }
    }
    return false;
}

bool isFunction(const Symbol& symbol) noexcept {
    const auto type = ELF64_ST_TYPE(symbol.st_info);
    return symbol.st_value != 0 && symbol.st_size > 0 &&
           (type == STT_FUNC || type == STT_GNU_IFUNC);
}

}  // namespace

bool SymbolFile::sort(const Sections& sections) noexcept {
    names_ = sections.names;
    nameBytes_ = sections.nameBytes;
    std::size_t count = 0;
    for (std::size_t i = 0; i < sections.count; ++i) {
        const Symbol& symbol = sections.symbols[i];
        if (!isFunction(symbol) || symbol.st_name >= nameBytes_) {
            continue;
        }
        const std::size_t length = std::strlen(names_ + symbol.st_name);
        const bool isGlobal = ELF64_ST_BIND(symbol.st_info) == STB_GLOBAL;
        functions_[count++] = {
            symbol.st_value, symbol.st_name,
            (isGlobal ? kGlobalRank : 0) + (kGlobalRank - 1 - static_cast<std::uint32_t>(length))};
    }
    count_ = count;
    // Without std::stable_sort, which allocates.
    std::sort(functions_, functions_ + count_, [](const Function& one, const Function& other) {
        return std::tuple(one.begin, one.rank, one.name) <
               std::tuple(other.begin, other.rank, other.name);
    });
    return count_ > 0;
}

const SymbolFile* SymbolFile::open(const char* path, const void* loaded) noexcept {
    const Bytes file = mapFile(path);
    if (file.begin == nullptr) {
        return nullptr;
    }
    Sections sections;
    void* own = MAP_FAILED;
    std::size_t bytes = 0;
    if (isLoaded(file, loaded) &&
        (read(file, SHT_SYMTAB, sections) || read(file, SHT_DYNSYM, sections))) {
        bytes = sizeof(SymbolFile) + sections.count * sizeof(Function);
        own = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    }
    if (own == MAP_FAILED) {
        ::munmap(const_cast<unsigned char*>(file.begin), file.size);
        return nullptr;
    }
    auto* const made = new (own) SymbolFile();
    made->file_ = file.begin;
    made->fileBytes_ = file.size;
    made->ownBytes_ = bytes;
    made->functions_ = reinterpret_cast<Function*>(made + 1);
    if (!made->sort(sections)) {
        made->release();
        return nullptr;
    }
    return made;
}

void SymbolFile::release() const noexcept {
    ::munmap(const_cast<unsigned char*>(file_), fileBytes_);
    ::munmap(const_cast<SymbolFile*>(this), ownBytes_);
}

const char* SymbolFile::functionAt(std::uint64_t address) const noexcept {
    const Function* const behind = std::upper_bound(
        functions_, functions_ + count_, address,
        [](std::uint64_t wanted, const Function& function) { return wanted < function.begin; });
    return behind != functions_ && (behind - 1)->begin == address ? names_ + (behind - 1)->name
                                                                  : nullptr;
}

std::uint64_t SymbolFile::addressOf(const char* symbol) const noexcept {
    const Function* const end = functions_ + count_;
    const Function* found = functions_;
    while (found != end && std::strcmp(names_ + found->name, symbol) != 0) {
        ++found;
    }
    return found != end ? found->begin : 0;
}

}  // namespace gantry::calls
