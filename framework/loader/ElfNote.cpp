#include "loader/ElfNote.hpp"

#include <base/files/ElfFile.hpp>
#include <base/files/FileError.hpp>
#include <gantry/Error.hpp>

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <optional>

namespace gantry::framework::loader {
namespace {

// A damaged file may claim any size; descriptions have some kilobytes.
constexpr std::uint64_t kLargestSegment = 1U << 20U;

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& reason) {
    throw Error(gov::cca::CCAExceptionType::Nonstandard, file.string() + ' ' + reason);
}

[[noreturn]] void refuseDamaged(const std::filesystem::path& file) {
    refuse(file, "cannot be loaded: it is damaged or incompletely copied; copy or build it again");
}

base::ElfFile opened(const std::filesystem::path& file) {
    try {
        return base::ElfFile(file);
    } catch (const base::FileError& error) {
        throw Error(gov::cca::CCAExceptionType::Nonstandard, error.what());
    }
}

// Each case has its own advice: the linker's message is the same for all of them.
void requireLoadable(const base::ElfFile& elf, const std::filesystem::path& file) {
    using State = base::ElfFile::State;
    switch (elf.state()) {
        case State::NotElf:
            refuse(file,
                   "cannot be loaded: it is not a shared object; check that it is a shared object "
                   "for this machine");
        case State::OtherMachine:
            refuse(file,
                   "cannot be loaded: it is for another kind of machine; check that it is a "
                   "shared object for this machine");
        case State::Damaged:
            refuseDamaged(file);
        case State::Whole:
            break;
    }
    if (elf.type() != ET_DYN) {
        refuse(file,
               "cannot be loaded: it is a program or an object file; check that it is a shared "
               "object for this machine");
    }
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
        // Name and content are filled up to 4 bytes each; the sizes in the header are without that.
        const std::size_t nameSize = roundedUp(header.n_namesz);
        const std::size_t left = segment.size() - at;
        // In this form no sum can overflow.
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

void requireWholeLibrary(const std::filesystem::path& file) {
    requireLoadable(opened(file), file);
}

std::vector<unsigned char> readElfNote(const std::filesystem::path& file, const std::string& name,
                                       std::uint32_t type) {
    const base::ElfFile elf = opened(file);
    requireLoadable(elf, file);
    for (const base::ElfFile::Segment& segment : elf.segments()) {
        if (segment.type != PT_NOTE) {
            continue;
        }
        const auto notes = segment.size <= kLargestSegment ? elf.read(segment) : std::nullopt;
        if (!notes) {
            refuseDamaged(file);
        }
        if (auto content = findNote(*notes, name, type)) {
            return *std::move(content);
        }
    }
    refuse(file,
           "is not a component: it contains no description, which GANTRY_COMPONENT adds next to "
           "cca_describe; define its class with GANTRY_COMPONENT and build it with this Gantry");
}

}  // namespace gantry::framework::loader
