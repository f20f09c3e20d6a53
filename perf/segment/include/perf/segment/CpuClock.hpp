#pragma once

#include <cstdint>
#include <ctime>
#include <sys/types.h>

namespace gantry::perf {

/// System id of the calling thread. As `gettid` returns it: a system call each time, so callers
/// keep it.
pid_t currentThread() noexcept;

/// The reading of a clock in ns; 0 when there is no such clock. One `clock_gettime`: a system call
/// for clocks of CPU time, none for CLOCK_MONOTONIC and CLOCK_REALTIME where the system has a vDSO.
std::uint64_t clockNs(clockid_t clock) noexcept;

/// CPU time of a thread of this process so far, in ns; false when the thread is over. thread: a
/// system id, as currentThread() returns it. ns stays as it is where this returns false.
bool threadCpuNs(pid_t thread, std::uint64_t& ns) noexcept;

}  // namespace gantry::perf
