#pragma once

#include <perf/model/Profile.hpp>

#include <algorithm>
#include <array>

namespace gantry::perf {

/// Whether the timer is of waiting for a lock, as the module openmp names them
/// (GANTRY_OPENMP_EVENTS=mutex).
inline bool isLockWait(const TimerInfo& timer) {
    constexpr std::array kLocks{"lock", "critical", "atomic", "ordered"};
    return timer.type == "waiting" &&
           std::find(kLocks.begin(), kLocks.end(), timer.name) != kLocks.end();
}

}  // namespace gantry::perf
