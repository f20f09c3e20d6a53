#pragma once

#include <perf/model/Profile.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

namespace gantry::perf {

/// Places in Profile::metrics.
struct TimeMetrics {
    std::size_t wall = 0;
    std::optional<std::size_t> cpu{};  ///< CPU time, where it was measured
};

/// The metrics of a profile that are times in ns: the first that is not CPU time is the wall time.
/// A profile of CPU time alone is judged by that. Throws std::invalid_argument where there is none.
TimeMetrics timeMetricsOf(const Profile& profile);

/// The thread of each rank that measured most by that metric; a process that is not a rank of a
/// parallel run is rank -1, and left out where there are ranks: it is their launcher. The threads
/// belong to the profile.
///
///     for (const auto& [rank, thread] : mainThreads(profile, timeMetricsOf(profile).wall)) { ... }
std::map<std::int32_t, const ThreadProfile*> mainThreads(const Profile& profile,
                                                         std::size_t metric);

}  // namespace gantry::perf
