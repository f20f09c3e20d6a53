#pragma once

#include <perf/model/Profile.hpp>
#include <perf/model/RankReduction.hpp>

#include <cstdint>
#include <vector>

namespace gantry::perf {

/// The reduction of one rank: every value is minimum, maximum, mean and sum, with the deviation 0.
RankReduction reductionOf(const Profile& profile, std::uint32_t rank);

/// Adds the reduction of further ranks, all of them above those of `low`; first: the lowest rank of
/// each. Timers that only `high` has come after the others. The order of the timers does not
/// depend on how ranks were put together; means and deviations do so in their last bits, so
/// that the same tree gives the same result. Both were measured with the same metrics. Linear
/// in the timers of both, but for look-ups by name.
void combine(RankReduction& low, std::uint32_t firstOfLow, const RankReduction& high,
             std::uint32_t firstOfHigh);

/// Minimum, maximum, mean, deviation, sum and the ranks of minimum and maximum of every started
/// timer and metric, as measured and, where all ranks know their measurement overhead, without it.
/// Place i of the list is rank i. Timers are in the order in which the lowest
/// rank met them.
///
/// Throws std::invalid_argument when the metrics of the ranks differ in name or unit. Needs the
/// profiles of all ranks at once; linear in their sizes. An empty list gives an empty reduction.
RankReduction reduceOverRanks(const std::vector<Profile>& profiles);

}  // namespace gantry::perf
