#include <base/files/ElfFile.hpp>
#include <base/files/FileError.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <type_traits>
#include <unistd.h>
#include <utility>

namespace gantry::base {

namespace {

constexpr bool kIsWide = sizeof(void*) == 8;
using Header = std::conditional_t<kIsWide, Elf64_Ehdr, Elf32_Ehdr>;
using Part = std::conditional_t<kIsWide, Elf64_Phdr, Elf32_Phdr>;

constexpr unsigned char kClass = kIsWide ? ELFCLASS64 : ELFCLASS32;
constexpr unsigned char kByteOrder =
    __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB;
#if defined(__x86_64__)
constexpr unsigned kMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr unsigned kMachine = EM_AARCH64;
#elif defined(__powerpc64__)
constexpr unsigned kMachine = EM_PPC64;
#elif defined(__riscv)
constexpr unsigned kMachine = EM_RISCV;
#else
constexpr unsigned kMachine = EM_NONE;
#endif

// Without overflow, whatever the headers name.
bool ends(std::uint64_t offset, std::uint64_t size, std::uint64_t fileSize) {
    return offset <= fileSize && size <= fileSize - offset;
}

}  // namespace

ElfFile::ElfFile(const std::filesystem::path& file)
    : descriptor_(::open(file.c_str(), O_RDONLY | O_CLOEXEC)) {
    struct stat status {};
    if (!descriptor_ || ::fstat(descriptor_.number(), &status) != 0) {
        failOnFile(file, "cannot read", errno);
    }
    size_ = static_cast<std::uint64_t>(std::max<off_t>(status.st_size, 0));
    state_ = readHeaders(file);
    if (state_ != State::Whole) {
        segments_.clear();
        type_ = 0;
    }
}

ElfFile::State ElfFile::readHeaders(const std::filesystem::path& file) {
    std::array<unsigned char, EI_NIDENT> identity{};
    const ssize_t read = ::pread(descriptor_.number(), identity.data(), identity.size(), 0);
    if (read < 0) {
        failOnFile(file, "cannot read", errno);
    }
    if (read != EI_NIDENT || std::memcmp(identity.data(), ELFMAG, SELFMAG) != 0) {
        return State::NotElf;
    }
    if (identity[EI_CLASS] != kClass || identity[EI_DATA] != kByteOrder) {
        return State::OtherMachine;
    }
    Header header{};
    if (!readAt(0, &header, sizeof header)) {
        return State::Damaged;
    }
    if (kMachine != EM_NONE && header.e_machine != kMachine) {
        return State::OtherMachine;
    }
    type_ = header.e_type;
    // The table of sections, at the end of a file as a rule, shows most cuts. Nobody needs it to
    // load the file, and there may be none.
    const std::uint64_t sections = std::max<std::uint64_t>(header.e_shnum, 1);
    if (header.e_shoff != 0 && !ends(header.e_shoff, sections * header.e_shentsize, size_)) {
        return State::Damaged;
    }
    if (header.e_phnum != 0 && header.e_phentsize != sizeof(Part)) {
        return State::Damaged;
    }
    std::vector<Part> parts(header.e_phnum);
    if (!readAt(header.e_phoff, parts.data(), parts.size() * sizeof(Part))) {
        return State::Damaged;
    }
    for (const Part& part : parts) {
        if (part.p_type != PT_NULL && !ends(part.p_offset, part.p_filesz, size_)) {
            return State::Damaged;
        }
        segments_.push_back({part.p_type, part.p_offset, part.p_filesz, part.p_vaddr});
    }
    return State::Whole;
}

bool ElfFile::readAt(std::uint64_t offset, void* to, std::size_t size) const {
    return ends(offset, size, size_) &&
           ::pread(descriptor_.number(), to, size, static_cast<off_t>(offset)) ==
               static_cast<ssize_t>(size);
}

std::optional<std::vector<unsigned char>> ElfFile::read(const Segment& segment) const {
    if (!ends(segment.offset, segment.size, size_)) {
        return std::nullopt;
    }
    std::vector<unsigned char> bytes(segment.size);
    return readAt(segment.offset, bytes.data(), bytes.size()) ? std::optional(std::move(bytes))
                                                              : std::nullopt;
}

}  // namespace gantry::base
