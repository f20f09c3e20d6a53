#pragma once

#include <perf/model/Metric.hpp>

#include <array>

namespace gantry::perf {

/// What one start and stop adds to each metric, in the metric's unit, as it was measured in the
/// process that was measured: a mean over many calls in a tight loop, hence fractions of a unit. It
/// is the engine's part; the way to it, such as the call through a port, comes on top (2 to 3 ns).
struct ProbeOverhead {
    /// For one start and stop, as it appears in the timer around it.
    std::array<double, kMaxMetrics> pair{};
    /// The part of that which the timer shows for itself.
    std::array<double, kMaxMetrics> inside{};
    /// For a start and stop that is counted and not timed, as it appears in the timer around it; 0
    /// where every call is timed.
    std::array<double, kMaxMetrics> untimed{};

    friend bool operator==(const ProbeOverhead&, const ProbeOverhead&) = default;
};

}  // namespace gantry::perf
