#include "loader/ElfNote.hpp"

#include <gantry/Error.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <optional>

namespace gantry::framework::loader {
namespace {

constexpr std::uint64_t kLargestSegment = 1U << 20U;
constexpr unsigned char kByteOrder =
    __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB;
#if defined(__x86_64__)
constexpr Elf64_Half kMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr Elf64_Half kMachine = EM_AARCH64;
#elif defined(__powerpc64__)
constexpr Elf64_Half kMachine = EM_PPC64;
#elif defined(__riscv)
constexpr Elf64_Half kMachine = EM_RISCV;
#else
constexpr Elf64_Half kMachine = EM_NONE;
#endif

/// A file of which only what is there can be read.
class ElfFile final {
public:
    explicit ElfFile(const std::filesystem::path& path)
        : path_(path), stream_(path, std::ios::binary) {
        if (!stream_) {
            refuse(std::string("cannot be read: ") + std::strerror(errno));
        }
    }

    [[noreturn]] void refuse(const std::string& reason) const {
        throw Error(gov::cca::CCAExceptionType::Nonstandard, path_.string() + ' ' + reason);
    }
    [[noreturn]] void refuseDamaged() const {
        refuse("cannot be loaded: it is damaged, or not copied to its end");
    }
    void read(std::uint64_t offset, void* to, std::size_t size) {
        stream_.clear();
        stream_.seekg(static_cast<std::streamoff>(offset));
        if (offset > INT64_MAX ||
            !stream_.read(static_cast<char*>(to), static_cast<std::streamsize>(size))) {
            refuseDamaged();
        }
    }

private:
    const std::filesystem::path& path_;
    std::ifstream stream_;
};

Elf64_Ehdr readHeader(ElfFile& file) {
    unsigned char identity[EI_NIDENT]{};
    Elf64_Ehdr header{};
    try {
        file.read(0, identity, sizeof identity);
    } catch (const Error&) {
        // Shorter than that: no shared object either.
        identity[0] = 0;
    }
    if (std::memcmp(identity, ELFMAG, SELFMAG) != 0) {
        file.refuse(
            "cannot be loaded: it is not a shared object; check that it is a shared object "
            "for this machine");
    }
    if (identity[EI_CLASS] != ELFCLASS64 || identity[EI_DATA] != kByteOrder) {
        file.refuse(
            "cannot be loaded: it is for another kind of machine; check that it is a "
            "shared object for this machine");
    }
    file.read(0, &header, sizeof header);
    if (header.e_type != ET_DYN || (kMachine != EM_NONE && header.e_machine != kMachine)) {
        file.refuse(
            "cannot be loaded: it is a program, an object file, or for another machine; "
            "check that it is a shared object for this machine");
    }
    if (header.e_phentsize != sizeof(Elf64_Phdr)) {
        file.refuseDamaged();
    }
    return header;
}

constexpr std::size_t roundedUp(std::size_t size) {
    return (size + 3) / 4 * 4;
}

/// The content of the note in a segment of notes; damaged ones end the search.
std::optional<std::vector<unsigned char>> findNote(const std::vector<unsigned char>& segment,
                                                   const std::string& name, std::uint32_t type) {
    std::size_t at = 0;
    Elf64_Nhdr header{};
    while (segment.size() - at >= sizeof header) {
        std::memcpy(&header, segment.data() + at, sizeof header);
        at += sizeof header;
        const std::size_t nameSize = roundedUp(header.n_namesz);
        const std::size_t left = segment.size() - at;
        if (nameSize > left || header.n_descsz > left - nameSize) {
            return std::nullopt;
        }
        const unsigned char* const content = segment.data() + at + nameSize;
        if (header.n_type == type && header.n_namesz == name.size() &&
            std::memcmp(segment.data() + at, name.data(), name.size()) == 0) {
            return std::vector<unsigned char>(content, content + header.n_descsz);
        }
        at += std::min(left, nameSize + roundedUp(header.n_descsz));
    }
    return std::nullopt;
}

}  // namespace

std::vector<unsigned char> readElfNote(const std::filesystem::path& file, const std::string& name,
                                       std::uint32_t type) {
    ElfFile elf(file);
    const Elf64_Ehdr header = readHeader(elf);
    for (std::uint64_t i = 0; i < header.e_phnum; ++i) {
        Elf64_Phdr segment{};
        elf.read(header.e_phoff + i * sizeof segment, &segment, sizeof segment);
        if (segment.p_type != PT_NOTE) {
            continue;
        }
        if (segment.p_filesz > kLargestSegment) {
            elf.refuseDamaged();
        }
        std::vector<unsigned char> notes(segment.p_filesz);
        elf.read(segment.p_offset, notes.data(), notes.size());
        if (auto content = findNote(notes, name, type)) {
            return *std::move(content);
        }
    }
    elf.refuse(
        "is not a component: it carries no description, which GANTRY_COMPONENT puts in "
        "beside cca_describe; define its class with it and build it with this Gantry");
}

}  // namespace gantry::framework::loader
