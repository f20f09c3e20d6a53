#pragma once

#include <gantry.h>

#include <cstdint>

namespace gantry::io {

/// Sizes of accesses are counted in that many classes, as Darshan's are: up to 100 B, 1 KiB,
/// 10 KiB, 100 KiB, 1 MiB, 4 MiB, 10 MiB, 100 MiB, 1 GiB, and above.
inline constexpr std::uint32_t kSizeClasses = 10;
/// So many different sizes are counted one by one for each file.
inline constexpr std::uint32_t kCommonSizes = 4;

/// The fields of a file's record, in the order of kFileFields. Moments are of CLOCK_MONOTONIC.
enum Field : std::uint32_t {
    Opens,
    Closes,
    Reads,
    Writes,
    Seeks,
    Stats,
    Syncs,
    Flushes,
    Maps,
    Renames,
    Removals,
    Truncations,
    Duplicates,
    Failures,
    BytesRead,
    BytesWritten,
    ReadUpTo,
    WrittenUpTo,
    ReadsOnward,
    ReadsAdjacent,
    WritesOnward,
    WritesAdjacent,
    Turns,
    Unaligned,
    MetaTime,
    OpenTime,  // a part of MetaTime
    ReadTime,
    WriteTime,
    LongestRead,
    LongestWrite,
    FirstOpen,
    LastOpen,
    FirstRead,
    LastRead,
    FirstWrite,
    LastWrite,
    FirstClose,
    LastClose,
    ReadSizes,
    WriteSizes = ReadSizes + kSizeClasses,
    CommonSize = WriteSizes + kSizeClasses,
    CommonCount = CommonSize + kCommonSizes,
    kFields = CommonCount + kCommonSizes
};

/// As gantry_module_region wants them.
extern const gantry_field_t kFileFields[kFields];

/// The class of an access of that many bytes.
constexpr std::uint32_t sizeClass(std::uint64_t bytes) noexcept {
    constexpr std::uint64_t kUpTo[kSizeClasses - 1]{
        100, 1024, 10240, 102400, 1048576, 4194304, 10485760, 104857600, 1073741824};
    std::uint32_t place = 0;
    while (place < kSizeClasses - 1 && bytes > kUpTo[place]) {
        ++place;
    }
    return place;
}

}  // namespace gantry::io
