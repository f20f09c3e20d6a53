#pragma once

#include <cstdint>
#include <ctime>
#include <sys/types.h>

namespace gantry::perf {

/// System id of the calling thread.
pid_t currentThread() noexcept;

/// The reading of a clock in ns; 0 when there is no such clock.
std::uint64_t clockNs(clockid_t clock) noexcept;

/// CPU time of a thread of this process so far, in ns; false when the thread is over.
bool threadCpuNs(pid_t thread, std::uint64_t& ns) noexcept;

}  // namespace gantry::perf
