#pragma once

#include <perf/segment/Checksum.hpp>
#include <perf/segment/Layout.hpp>

#include <cstddef>

namespace gantry::perf {

/// The checksum of a timer's entry: of everything before it.
inline std::uint32_t timerChecksum(const TimerEntry& entry) noexcept {
    return checksum(&entry, offsetof(TimerEntry, checksum));
}

/// The largest TimerKind this format knows.
inline constexpr std::uint32_t kLastTimerKind = 2;

}  // namespace gantry::perf
