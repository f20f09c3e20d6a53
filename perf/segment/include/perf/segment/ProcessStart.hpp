#pragma once

#include <cstdint>
#include <sys/types.h>

namespace gantry::perf {

/// When that process started, in clock ticks since the system did; 0 where there is none
/// or it is dead. With the
/// pid it names a process once and for all.
std::uint64_t processStart(pid_t pid) noexcept;

/// How the files of segments end.
inline constexpr const char* kSegmentSuffix = ".segment";

}  // namespace gantry::perf
