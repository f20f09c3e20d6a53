#pragma once

#include <base/files/Descriptor.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace gantry::base {

/// The headers of an ELF file (program or shared object), read without loading or mapping it. The
/// dynamic linker maps what the headers name and checks no size: a file that was cut kills the
/// process with SIGBUS, so a file that does not come from this program is looked at here first. For
/// one thread.
///
///     const ElfFile object(path);
///     if (object.state() == ElfFile::State::Whole) { ::dlopen(path.c_str(), RTLD_NOW); }
class ElfFile final {
public:
    /// What the headers showed when the object was made; later changes of the file are not noticed.
    enum class State : std::uint8_t {
        Whole,         ///< for this machine, and everything that the headers name is in the file
        NotElf,        ///< any other file, also an empty one
        OtherMachine,  ///< another processor, byte order or word size
        Damaged,       ///< headers or parts that they name end past the end of the file
    };

    /// A part of the file that is loaded or read at run time; type: PT_LOAD and so on of <elf.h>.
    struct Segment {
        std::uint32_t type;
        std::uint64_t offset;   ///< in bytes from the start of the file
        std::uint64_t size;     ///< in bytes
        std::uint64_t address;  ///< where it is loaded, from the start of the program
    };

    /// Opens the file and reads its headers: two reads. Throws FileError where it cannot be read.
    explicit ElfFile(const std::filesystem::path& file);

    /// Decides whether type() and segments() say anything.
    [[nodiscard]] State state() const noexcept { return state_; }
    /// ET_DYN, ET_EXEC and so on; 0 unless whole.
    [[nodiscard]] std::uint16_t type() const noexcept { return type_; }
    /// Empty unless whole.
    [[nodiscard]] const std::vector<Segment>& segments() const noexcept { return segments_; }
    /// The bytes of a segment; nothing where the file became shorter since. segment may be a part
    /// of one of segments(). Memory for its size: callers bound what they ask for.
    [[nodiscard]] std::optional<std::vector<unsigned char>> read(const Segment& segment) const;

private:
    // False where the file ends before, or cannot be read.
    [[nodiscard]] bool readAt(std::uint64_t offset, void* to, std::size_t size) const;
    // Sets all but the descriptor. Throws FileError.
    [[nodiscard]] State readHeaders(const std::filesystem::path& file);

    Descriptor descriptor_;
    std::uint64_t size_ = 0;
    State state_ = State::NotElf;
    std::uint16_t type_ = 0;
    std::vector<Segment> segments_;
};

}  // namespace gantry::base
