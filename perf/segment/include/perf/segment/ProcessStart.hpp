#pragma once

#include <cstdint>
#include <sys/types.h>

namespace gantry::perf {

/// When that process started, in clock ticks since the system did; 0 where there is none or it is
/// dead. With the pid it names a process once and for all. From /proc/PID/stat, field 22; a zombie
/// counts as dead. Opens and reads a file.
std::uint64_t processStart(pid_t pid) noexcept;

/// How the files of segments end. Others in the same folder are not taken for segments.
inline constexpr const char* kSegmentSuffix = ".segment";

}  // namespace gantry::perf
