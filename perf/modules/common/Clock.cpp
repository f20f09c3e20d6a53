#include "Clock.hpp"

#include <gantry.h>

#include <cstring>

namespace gantry::io {

// The engine has found out whether the counter can be trusted: its reading lies between two of ours
// only if it is the same clock.
void Clock::calibrate() noexcept {
#if defined(__x86_64__)
    gantry_clock_t clock{};
    gantry_metric_t metric{};
    if (gantry_metric(0, &metric) == 0 || std::strcmp(metric.unit, "ns") != 0) {
        return;
    }
    const std::uint64_t before = __rdtsc();
    if (gantry_clock(&clock) == 0) {
        return;
    }
    const std::uint64_t after = __rdtsc();
    if (clock.ticks < before || clock.ticks > after || clock.units_per_tick == 0) {
        return;
    }
    ticksAtStart_ = __rdtsc();
    nsAtStart_ = static_cast<std::int64_t>(systemNs());
    nsPerTick_ = static_cast<std::int64_t>(clock.units_per_tick);
#endif
}

}  // namespace gantry::io
