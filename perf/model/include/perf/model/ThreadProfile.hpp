#pragma once

#include <perf/model/Metric.hpp>
#include <perf/model/ThreadRole.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace gantry::perf {

/// One call path of one thread: a timer as it was reached through the timers above it. A timer that
/// is reached in two ways has two nodes. Exclusive values are not stored: they are the inclusive
/// ones less those of the nodes directly below (exclusiveValues in Flat.hpp). Values are in the
/// unit of their metric, in the order of Profile::metrics.
///
///     for (std::int32_t at = place; at >= 0; at = thread.nodes[at].parent) {
///         path.push_back(thread.nodes[at].timer);    // from the node up to the top
///     }
struct CallPathNode {
    std::uint32_t timer = 0;  ///< place in Profile::timers
    std::int32_t parent =
        -1;  ///< place in ThreadProfile::nodes, always a smaller one; -1 at the top
    std::uint64_t calls = 0;       ///< number of starts; a call that still runs is counted
    std::uint64_t childCalls = 0;  ///< starts of the nodes directly below, parameter nodes left out
    MetricValues
        inclusive{};       ///< everything between start and stop; a running call counts up to now
    bool running = false;  ///< started and not stopped yet
    /// Calls that were counted and not timed. Where there are some, inclusive is an estimate from
    /// the others. At most `calls`. Only where sampling was on (GANTRY_SAMPLING).
    std::uint64_t untimed = 0;
    /// In the unit of the metric; the bound of a confidence interval around `inclusive`.
    MetricValues error{};  ///< by how much the estimate is off at most, with 99 %; else 0

    friend bool operator==(const CallPathNode&, const CallPathNode&) = default;
};

/// What one thread measured: its call-path tree, parents before children. Several threads of the
/// program may share one entry: one that begins takes over what another left when it ended.
struct ThreadProfile {
    std::uint32_t id = 0;    ///< unique within a profile, in the order of first use
    std::string name;        ///< as the system knows it
    bool ended = false;      ///< the thread is over; its figures are final
    std::int64_t cpuNs = 0;  ///< CPU time of the whole thread in ns, measured or not
    std::vector<CallPathNode> nodes;
    std::int32_t process = -1;  ///< place in Profile::processes; -1: not known
    ThreadRole role = ThreadRole::Unknown;

    friend bool operator==(const ThreadProfile&, const ThreadProfile&) = default;
};

}  // namespace gantry::perf
