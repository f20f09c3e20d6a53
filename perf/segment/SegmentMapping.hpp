#pragma once

#include <base/files/Descriptor.hpp>

#include <cstddef>
#include <filesystem>
#include <sys/types.h>

namespace gantry::perf {

/// A descriptor of a file, and what distinguishes that file from others: a program may close
/// descriptors that it has not opened, or put its own files in their places.
struct OwnedFile {
    base::Descriptor descriptor;
    dev_t device = 0;
    ino_t inode = 0;

    /// Whether the descriptor still is one of that file.
    [[nodiscard]] bool isThere() const noexcept;

    /// The same after the file was opened anew by its path, if need be.
    bool regain(const std::filesystem::path& path) noexcept;

    /// Closes it where it is there; else gives it up, as the number may be of another file by now.
    /// To be called before the end: the destructor of the descriptor does not look.
    void close() noexcept;
};

/// A new file in memory, and where it is mapped.
struct SegmentMapping {
    std::byte* base = nullptr;
    OwnedFile owned;
    std::filesystem::path file;
    bool locked = false;  ///< as long as the descriptor is open in this process
};

/// A file that nobody else can open or guess, with `backed` bytes reserved on the disk and `limit`
/// bytes mapped. The folder is made where it is missing. Throws std::system_error, or
/// std::filesystem::filesystem_error, and leaves nothing behind then.
SegmentMapping mapNewFile(const std::filesystem::path& folder, std::size_t limit,
                          std::size_t backed);

/// The limit, or the 32nd part of the address space where that is limited and less: the rest is the
/// program's.
std::size_t withinAddressSpace(std::size_t limit) noexcept;

/// Zeroed memory of this process; nullptr where there is none.
std::byte* mapPlainMemory(std::size_t limit) noexcept;

/// Reserves a part of a file on the disk; 0, or the system's error number.
int reserveBytes(int descriptor, std::size_t from, std::size_t bytes) noexcept;

/// Whether some process holds the lock that mapNewFile() takes. A process loses it when it ends and
/// when it becomes another program.
bool isLocked(int descriptor) noexcept;

}  // namespace gantry::perf
