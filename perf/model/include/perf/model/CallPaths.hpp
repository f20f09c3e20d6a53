#pragma once

#include <perf/model/Profile.hpp>

#include <cstdint>
#include <vector>

namespace gantry::perf {

/// One call path of any thread. Two nodes of different threads have the same path when their timers
/// and all timers above them are the same.
struct CallPath {
    std::int64_t parent = -1;  ///< place in CallPaths::paths; -1 at the top
    std::uint32_t timer = 0;
    std::int32_t depth = 0;
    bool recursive = false;  ///< the same timer is also above it
    bool inGroup = false;    ///< a timer of the same group is above it
};

/// The call paths of all threads, depth first, and which path each node has. No two nodes of one
/// thread have the same path: where a profile says the same twice, there are two paths.
struct CallPaths {
    std::vector<CallPath> paths;
    std::vector<std::vector<std::int64_t>> pathOf;  ///< by place of the thread and of the node
};

/// Cost: some hash look-ups for each node.
CallPaths callPathsOf(const Profile& profile);

}  // namespace gantry::perf
