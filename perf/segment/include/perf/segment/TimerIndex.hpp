#pragma once

#include <perf/model/Metric.hpp>
#include <perf/segment/Capture.hpp>
#include <perf/segment/NodeRecord.hpp>
#include <perf/segment/StoreView.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace gantry::perf {

/// One timer over all its call paths, as flat() has it. Values are in units of their metric. A call
/// inside another one of the same timer counts in `calls` and `exclusive`, not once more in
/// `inclusive`.
struct TimerValues {
    std::uint64_t calls = 0;       ///< starts; a running call is counted
    std::uint64_t childCalls = 0;  ///< starts of other timers directly inside it
    MetricValues inclusive{};
    MetricValues exclusive{};
    /// Of those and of all that they made directly or not, where that is asked for: the calls that
    /// were timed, and those that were only counted. A call inside one of the same timer is one of
    /// those that were made.
    std::uint64_t timed = 0;         ///< of the timer itself
    std::uint64_t timedBelow = 0;    ///< inside the outermost calls
    std::uint64_t untimedBelow = 0;  ///< likewise

    /// Member by member.
    TimerValues& operator+=(const TimerValues& other);
};

/// Where the records of each timer are in a segment of this process, so that reading one timer does
/// not look at the others. Nodes never move and never go, so only those that came since the last
/// update() are looked at. Takes 56 bytes for each node. Not for several threads at once; the
/// threads that measure are not disturbed.
///
/// update() and read() follow each other under one lock of the caller, so that a query pays for
/// what is new only.
///
///     index.update(bytes, metrics);
///     for (const std::uint32_t timer : index.find("solve Solver")) {
///         sum += index.read(timer, readings, unitsPerTick);
///     }
class TimerIndex final {
public:
    /// Units of a metric in a tick, times 2^32. By place of the metric.
    using Scales = std::array<std::uint64_t, kMaxMetrics>;

    /// Takes in the timers and call paths that came since the last time. After a fork it begins
    /// anew. Costs a look at each thread, and at each new node. Throws SegmentError and
    /// std::bad_alloc; then the next update begins anew.
    void update(SegmentBytes bytes, std::size_t metrics);

    /// The timers of that full name, as fullName() has it; where there are none, those of that name
    /// if only one full name of a started timer has it. Empty for an unknown name. Valid up to the
    /// next update().
    [[nodiscard]] std::span<const std::uint32_t> find(std::string_view name) const;

    /// The values up to now, those of running calls included. readings are of the metrics as
    /// update() had them. Costs a look at each call path of the timer and at those directly below.
    /// floors: as for captureThread(). withBelow: also what was called inside, which costs a look
    /// at each call path below.
    [[nodiscard]] TimerValues read(std::uint32_t timer, const MetricReadings& readings,
                                   const Scales& unitsPerTick, LiveFloors* floors = nullptr,
                                   bool withBelow = false) const;

private:
    // A call path below another one: a list of siblings through `next`, whose head is
    // Path::firstChild.
    struct Child {
        const NodeRecord* node;
        // Place in children_; kNone: the last sibling.
        std::uint32_t next;
        std::uint32_t place;  // among the paths of its timer
        // Of a parameter's node: it is not a call of its own.
        bool isParameter;
    };
    // One call path of a timer on one thread.
    struct Path {
        const NodeRecord* node;
        const ThreadRecord* thread;
        // Place in children_; kNone where nothing was called.
        std::uint32_t firstChild;
        bool isOutermost;  // no call path of the same timer is above it
    };
    struct Timer {
        std::vector<Path> paths;
        std::vector<std::uint32_t> parameters;  // timers that have this one as their base
        bool isParameter = false;
    };
    // A thread with what was taken in of it; `nodes` and `placeOf` are by the node's index in the
    // segment.
    struct Thread {
        const ThreadRecord* record;
        // Taken in so far; the two stores are numbered one behind the other.
        std::uint32_t numNodes = 0;
        std::uint32_t numOthers = 0;
        std::vector<std::uint32_t> placeOf;  // among the paths of its timer, for each node
        std::vector<const NodeRecord*> nodes;
    };
    struct NameHash : std::hash<std::string_view> {
        using is_transparent = void;
    };
    template <class Value>
    using ByName = std::unordered_map<std::string, Value, NameHash, std::equal_to<>>;

    void clear();
    void addTimers(SegmentBytes bytes);
    void addThreads(SegmentBytes bytes);
    // Parents come before their children, so one pass in the order of the numbers is enough.
    void addNodes(SegmentBytes bytes, Thread& thread);
    void addNode(Thread& thread, const NodeRecord& node, bool isOther);
    // Whether a call path above belongs to the same timer.
    [[nodiscard]] bool isInsideItself(const Thread& thread, const NodeRecord& node) const;
    Timer& timerOf(std::uint32_t id) noexcept;
    [[nodiscard]] TimerValues readPath(const Path& path, const MetricReadings& readings,
                                       const Scales& unitsPerTick, LiveFloors* floors) const;

    // Adds to timedBelow and untimedBelow: a walk over everything below.
    void addBelow(const Path& path, const MetricReadings& readings, TimerValues& values) const;
    [[nodiscard]] const Timer& timerOf(std::uint32_t id) const noexcept;

    const std::byte* base_ = nullptr;
    SegmentBytes sampled_;  // the segment where calls may not be timed
    std::int32_t pid_ = 0;
    // A change of base_, pid_ or metrics_ means another segment or a fork: all is read anew.
    std::size_t metrics_ = 0;
    std::vector<Timer> timers_;
    std::vector<Thread> threads_;
    std::vector<Child> children_;
    Timer folded_;  // takes calls that did not fit; found by the number kOtherTimer
    ByName<std::vector<std::uint32_t>> byFullName_;
    ByName<std::vector<std::string>> fullNamesOf_;  // by the name of timers that have a type
};

}  // namespace gantry::perf
