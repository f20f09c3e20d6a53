#pragma once

#include <perf/model/Profile.hpp>

#include <cstdint>

namespace gantry::bench {

/// What rank `rank` of `size` would have measured: a tree of calls of three levels over four fifths
/// of the timers, another subset on each rank, with values that differ from rank to rank by up to
/// 50 %. The same for the same arguments.
perf::Profile simulatedRank(std::uint32_t rank, std::uint32_t size, std::uint32_t timers);

}  // namespace gantry::bench
