#pragma once

#include <perf/model/Metric.hpp>
#include <perf/model/TimerInfo.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace gantry::perf {

/// One figure over all ranks, in the unit of the figure.
struct RankStats {
    double min = 0;
    double max = 0;
    double mean = 0;
    double standardDeviation = 0;  ///< of the ranks as the whole population
    double sum = 0;
    std::uint32_t minRank = 0;  ///< the lowest rank that has the minimum
    std::uint32_t maxRank = 0;  ///< the lowest rank that has the maximum

    friend bool operator==(const RankStats&, const RankStats&) = default;
};

/// One timer over all ranks. A rank that never started it counts with zeros.
struct RankRecord {
    TimerInfo info;           ///< id is the place in RankReduction::timers
    std::uint32_t ranks = 0;  ///< how many ranks started it
    RankStats calls;
    std::array<RankStats, kMaxMetrics> inclusive{};  ///< per metric
    std::array<RankStats, kMaxMetrics> exclusive{};  ///< per metric

    friend bool operator==(const RankRecord&, const RankRecord&) = default;
};

/// The flat profiles of a parallel run, brought together.
struct RankReduction {
    std::uint32_t size = 0;  ///< number of ranks
    std::vector<RankRecord> timers;

    friend bool operator==(const RankReduction&, const RankReduction&) = default;
};

}  // namespace gantry::perf
