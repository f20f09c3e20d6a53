#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace gantry::perf {

/// The most metrics one profile holds.
inline constexpr std::size_t kMaxMetrics = 4;

/// One measured quantity.
struct Metric {
    std::string name;    ///< short and unique within a profile, such as "wall" or "cpu"
    std::string unit;    ///< unit of every value of this metric, such as "ns"
    std::string source;  ///< in words: which clock or counter the values come from

    friend bool operator==(const Metric&, const Metric&) = default;
};

/// Keys of Profile::context: a metric that was asked for and cannot be measured, as "NAME:
/// reason"; and how many threads could not set up the counters of a metric, which shows 0 there.
inline constexpr const char* kRefusedMetric = "metric not measured";
inline constexpr const char* kThreadsWithoutMetric = "threads without counters";

/// One value per metric, in the order of Profile::metrics and in the metric's unit. Places behind
/// the last metric are 0.
using MetricValues = std::array<std::int64_t, kMaxMetrics>;

}  // namespace gantry::perf
