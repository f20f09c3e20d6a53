#pragma once

#include <perf/model/Profile.hpp>

#include <cstdint>
#include <vector>

namespace gantry::perf {

/// One call path of any thread. Two nodes of different threads have the same path when their timers
/// and all timers above them are the same. A recursive call has a path of its own, one level
/// deeper.
struct CallPath {
    std::int64_t parent = -1;  ///< place in CallPaths::paths; -1 at the top
    std::uint32_t timer = 0;
    std::int32_t depth = 0;
    bool recursive = false;      ///< the same timer is also above it
    bool inGroup = false;        ///< a timer of the same group is above it
    std::int32_t phase = -1;     ///< the innermost phase around it, or itself; -1 for none
    std::int32_t instance = -1;  ///< the parameter by which that call of it is distinguished
    bool inPhase = false;        ///< phase, instance and timer are also those of a path above
};

/// The call paths of all threads, depth first, and which path each node has. No two nodes of one
/// thread have the same path: where a profile says the same twice, there are two paths. Parents
/// come before children, so sums from the leaves upwards need one pass from the end.
///
/// It unites what Profile keeps apart: there each thread has a tree of its own. Use it where values
/// of one path over all threads are wanted: node n of thread t belongs to paths[pathOf[t][n]].
struct CallPaths {
    std::vector<CallPath> paths;
    std::vector<std::vector<std::int64_t>> pathOf;  ///< by place of the thread and of the node
};

/// The paths of a profile whose references are sound: each parent before its children, each timer
/// in range. Some hash look-ups for each node; memory grows with the number of nodes.
CallPaths callPathsOf(const Profile& profile);

}  // namespace gantry::perf
