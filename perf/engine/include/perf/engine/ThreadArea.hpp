#pragma once

#include <perf/engine/EventRecord.hpp>
#include <perf/engine/Ids.hpp>
#include <perf/engine/MetricSet.hpp>
#include <perf/engine/MisuseRecord.hpp>
#include <perf/engine/NodeRecord.hpp>
#include <perf/engine/PairIndex.hpp>
#include <perf/engine/RecordStore.hpp>
#include <perf/engine/SketchStore.hpp>
#include <perf/engine/TimerTable.hpp>
#include <perf/model/Misuse.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

namespace gantry::perf {

/// What one thread measures. Only that thread calls the measuring methods; any thread may read the
/// three stores at any time. The records are the whole state a reader needs; everything else (the
/// stack of running timers, the search index) is private to the thread and given back at its end.
class ThreadArea final {
public:
    /// The tables must outlive the area. Throws std::bad_alloc.
    ThreadArea(std::uint32_t id, const MetricSet& metrics, const TimerTable& timers,
               std::uint32_t maxDepth);

    ThreadArea(const ThreadArea&) = delete;
    ThreadArea& operator=(const ThreadArea&) = delete;

    /// Starts an enabled timer. Straight line when the call path is known.
    template <class Clock>
    void start(std::uint32_t timer, const Clock& clock) noexcept {
        NodeRecord* node = children_.find(*top_, timer);
        if (node == nullptr || top_ + 1 >= end_) [[unlikely]] {
            node = makeRoom(timer, node);
            if (node == nullptr) {
                return;
            }
        }
        *++top_ = node;
        std::uint64_t now[kMaxMetrics];
        clock.read(now);
        node->begin(now, clock.count());
    }

    /// Stops a timer.
    template <class Clock>
    void stop(std::uint32_t timer, const Clock& clock) noexcept {
        NodeRecord* const node = *top_;
        if (node->id != timer) [[unlikely]] {
            stopOther(timer);
            return;
        }
        std::uint64_t now[kMaxMetrics];
        clock.read(now);
        node->end(now, clock.count());
        --top_;
    }

    /// Whether the timer is the innermost running one, parameters set on it aside.
    bool isInnermost(std::uint32_t timer) const noexcept;

    /// Whether the thread is deeper than records are kept; then nothing is known of the innermost
    /// timer.
    bool tooDeep() const noexcept { return overflow_ > 0; }

    /// Takes in one value of a known event.
    void trigger(std::uint32_t event, double value, bool keepPath, bool keepQuantiles) noexcept;

    /// Counts a misuse of a timer.
    void countMisuse(MisuseKind kind, std::uint32_t timer, std::uint32_t other = kNone) noexcept {
        addMisuse({static_cast<std::uint32_t>(kind), timer, other, 0, 1});
    }

    /// Counts a misuse of an event.
    void countEventMisuse(MisuseKind kind, std::uint32_t event) noexcept {
        addMisuse({static_cast<std::uint32_t>(kind), event, kNone, 1, 1});
    }

    /// The thread is over: closes and counts what still runs, gives the private memory back.
    void finish() noexcept;

    std::uint32_t id() const noexcept { return id_; }
    const std::string& name() const noexcept { return name_; }
    pid_t systemId() const noexcept { return systemId_; }
    const RecordStore& nodes() const noexcept { return nodes_; }
    const RecordStore& events() const noexcept { return events_; }
    const RecordStore& misuse() const noexcept { return misuse_; }
    const RecordStore& sketchPages() const noexcept { return sketches_.pages(); }

private:
    struct Pending {
        std::uint32_t timer;
        std::uint32_t count;
    };

    NodeRecord* makeRoom(std::uint32_t timer, NodeRecord* known) noexcept;
    NodeRecord* addNode(NodeRecord* parent, std::uint32_t timer) noexcept;
    EventRecord* addEvent(const NodeRecord* owner, std::uint32_t event) noexcept;
    bool growStack() noexcept;
    void startTooDeep(std::uint32_t timer) noexcept;
    void stopOther(std::uint32_t timer) noexcept;
    [[gnu::noinline]] void stopDownTo(NodeRecord** outer) noexcept;
    void stopNotRunning(std::uint32_t timer) noexcept;
    [[gnu::noinline]] void stopUnexpected(std::uint32_t timer) noexcept;
    void expectStop(std::uint32_t timer) noexcept;
    void addMisuse(const MisuseRecord& misuse) noexcept;

    NodeRecord** top_;  // the running timer; the first place holds root_
    NodeRecord** end_;  // the place kept for tooDeep_ when the stack is full
    PairIndex<NodeRecord> children_;
    const MetricSet& metrics_;
    const TimerTable& timers_;
    std::unique_ptr<NodeRecord*[]> stack_;
    std::uint32_t capacity_;
    const std::uint32_t maxDepth_;
    std::uint64_t overflow_ = 0;
    NodeRecord root_{};
    NodeRecord tooDeep_{};
    PairIndex<EventRecord> eventIndex_;
    std::vector<Pending>
        pending_;  // stops that will come for timers closed early or never recorded
    RecordStore nodes_;
    RecordStore events_;
    RecordStore misuse_;
    SketchStore sketches_;
    const std::uint32_t id_;
    const pid_t systemId_;
    const std::string name_;
};

}  // namespace gantry::perf
