#pragma once

#include <perf/segment/StoreView.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

namespace gantry::perf {

class LiveFloors;

/// Reports what the metrics of a segment read at this moment. A reader passes an implementation:
/// the engine reads its own clocks, ForeignReadings those that can be read from outside. The arrays
/// have one element for each metric of the segment, in its order.
class MetricReadings {
public:
    virtual ~MetricReadings() = default;

    /// All metrics as that thread sees them now, in ticks; false where one cannot be reported. The
    /// elements are undefined then.
    virtual bool readFor(pid_t thread, std::uint64_t* ticks) const noexcept = 0;
    /// For a call that runs and whose present readings cannot be reported: the least they can be,
    /// given what they were at its start. Done in place.
    virtual void least(std::uint64_t* ticks) const noexcept = 0;
};

/// The call paths of one thread at one instant, as plain words: for each node the timer, the
/// parent, the version, and the sum of each metric in ticks, running calls included; where calls
/// were not timed, the estimate of that sum.
///
/// Row n is node n of ThreadRecord::nodes; the nodes of ThreadRecord::others follow. A row begins
/// with kTimerAndParent (the parent in the upper half, the timer in the lower), kVersion
/// (NodeRecord's count of starts and stops; odd: runs), and then has one sum for each metric. A
/// damaged node keeps its timer and parent, and has 0 elsewhere.
struct ThreadCapture {
    /// A node of which calls were not timed.
    struct Sample {
        std::uint32_t node;
        bool runsUntimed;       ///< the call that runs is not timed; the version does not show it
        std::uint64_t untimed;  ///< calls
        std::uint64_t bound;    ///< ticks by which the sum is off at most, see SampleEstimate
    };

    /// Index of the thread's record in the table Threads; SegmentReader::capture() sets it.
    std::uint32_t id = 0;
    std::uint32_t numNodes = 0;
    std::uint32_t damaged = 0;               ///< nodes and stores whose checksum is wrong: left out
    std::unique_ptr<std::uint64_t[]> words;  ///< numNodes rows of 2 + metrics
    std::size_t room = 0;                    ///< words there is memory for
    /// Those nodes for which there is something to say, in no particular order; empty in a segment
    /// of version 1.
    std::vector<Sample> samples;

    static constexpr std::size_t kTimerAndParent = 0;
    static constexpr std::size_t kVersion = 1;
    static constexpr std::size_t kSums = 2;
};

/// Copies the call paths of one thread while it goes on writing. From the last to the first, that
/// is children before parents: whatever a child shows, its parents, copied later, contain. Takes
/// about 2 ns a node with one metric. The memory of `reuse` is used again where it suffices: new
/// memory costs as much as the copy. floors: where given, no sum is less than what was read with
/// them before; the caller holds their mutex. Throws std::bad_alloc. metrics: as many as the
/// segment has, at most 64; more would not fit into what one reading takes.
ThreadCapture captureThread(SegmentBytes segment, const ThreadRecord& thread, std::size_t metrics,
                            const MetricReadings& readings, ThreadCapture reuse = {},
                            LiveFloors* floors = nullptr);

}  // namespace gantry::perf
