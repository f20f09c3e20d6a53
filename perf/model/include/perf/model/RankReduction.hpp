#pragma once

#include <perf/model/TimerInfo.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace gantry::perf {

/// One value over all ranks, in the unit of the value. Doubles, since means and deviations are not
/// whole numbers; sums are exact up to 2^53. A sum is the mean times the number of ranks.
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

/// One timer over all ranks: the values of its flat record on each. A rank that never started it
/// counts with zeros, so minima may be 0 and means are over all ranks. Values of a rank are those
/// of all its threads together.
///
///     const double imbalance = record.exclusive[0].max / record.exclusive[0].mean - 1;
struct RankRecord {
    TimerInfo info;           ///< id is the place in RankReduction::timers
    std::uint32_t ranks = 0;  ///< how many ranks started it
    /// A number, without a unit.
    RankStats calls;
    std::vector<RankStats> inclusive;  ///< one for each metric of the profile
    std::vector<RankStats> exclusive;  ///< likewise
    /// The same of values without the measurement overhead; empty where a rank does not know that.
    std::vector<RankStats> compensatedInclusive;
    std::vector<RankStats> compensatedExclusive;

    friend bool operator==(const RankRecord&, const RankRecord&) = default;
};

/// The flat profiles of a parallel run, reduced over the ranks. Its size does not depend on their
/// number. Made by reduceOverRanks (ReduceOverRanks.hpp).
struct RankReduction {
    std::uint32_t size = 0;  ///< number of ranks
    std::vector<RankRecord> timers;

    friend bool operator==(const RankReduction&, const RankReduction&) = default;
};

/// Whether the values without the measurement overhead are known, too. Also true where there is no
/// timer.
inline bool hasCompensated(const RankReduction& ranks) noexcept {
    return std::all_of(ranks.timers.begin(), ranks.timers.end(), [](const RankRecord& record) {
        return !record.compensatedInclusive.empty() && !record.compensatedExclusive.empty();
    });
}

}  // namespace gantry::perf
