#pragma once

#include <cstddef>
#include <filesystem>

namespace gantry::perf {

/// A new file in memory, and where it is mapped.
struct SegmentMapping {
    std::byte* base = nullptr;
    int descriptor = -1;
    std::filesystem::path file;
    bool locked = false;  ///< as long as the descriptor is open in this process
};

/// A file that nobody else can open or guess, with `backed` bytes reserved on the disk and `limit`
/// bytes mapped. The folder is made where it is missing. Throws std::system_error, or
/// std::filesystem::filesystem_error, and leaves nothing behind then.
SegmentMapping mapNewFile(const std::filesystem::path& folder, std::size_t limit,
                          std::size_t backed);

/// Zeroed memory of this process; nullptr where there is none.
std::byte* mapPlainMemory(std::size_t limit) noexcept;

/// Reserves a part of a file on the disk; 0, or the system's error number.
int reserveBytes(int descriptor, std::size_t from, std::size_t bytes) noexcept;

/// Whether some process holds the lock that mapNewFile() takes. A process loses it when it ends and
/// when it becomes another program.
bool isLocked(int descriptor) noexcept;

}  // namespace gantry::perf
