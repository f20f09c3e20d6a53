#pragma once

#include <perf/model/Profile.hpp>
#include <perf/model/RankReduction.hpp>

#include <vector>

namespace gantry::perf {

/// Minimum, maximum, mean, deviation, sum and the ranks of minimum and maximum of every started
/// timer and metric. Place i of the list is rank i. Timers stand in the order in which the lowest
/// rank met them.
///
/// Throws std::invalid_argument when the metrics of the ranks differ in name or unit. Needs the
/// profiles of all ranks at once; linear in their sizes. An empty list gives an empty reduction.
RankReduction reduceOverRanks(const std::vector<Profile>& profiles);

}  // namespace gantry::perf
