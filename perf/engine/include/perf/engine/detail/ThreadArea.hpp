#pragma once

#include <perf/engine/Ids.hpp>
#include <perf/engine/MetricSet.hpp>
#include <perf/engine/detail/MisuseTable.hpp>
#include <perf/engine/detail/PageArray.hpp>
#include <perf/engine/detail/PairIndex.hpp>
#include <perf/engine/detail/RefusedUses.hpp>
#include <perf/engine/detail/SketchStore.hpp>
#include <perf/engine/detail/TimerTable.hpp>
#include <perf/engine/detail/TraceWriter.hpp>
#include <perf/model/Misuse.hpp>
#include <perf/segment/EventRecord.hpp>
#include <perf/segment/MisuseRecord.hpp>
#include <perf/segment/NodeRecord.hpp>
#include <perf/segment/RecordStore.hpp>
#include <perf/segment/Segment.hpp>
#include <perf/segment/SegmentReader.hpp>

#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

namespace gantry::perf {

/// What one thread measures, or several that come one after the other. Only that thread calls the
/// measuring methods. Its records stand in the segment, where any thread and any process may read
/// them at any time; they are the whole state a reader needs. Everything else (the stack of running
/// timers, the search index) is private to the thread.
///
/// Where the segment has no room for a new call path, the call and all inside it go to the node
/// "(other)" below the path it was made from; where there is no room for that either, they are only
/// counted.
class ThreadArea final {
public:
    /// The tables and the segment must outlive the area; record stands in the segment. Throws
    /// std::bad_alloc.
    ThreadArea(ThreadRecord& record, Segment& segment, const MetricSet& metrics,
               const TimerTable& timers, std::uint32_t maxDepth);

    /// As ThreadProfile::id.
    std::uint32_t id() const noexcept { return id_; }
    void setId(std::uint32_t id) noexcept { id_ = id; }

    ThreadArea(const ThreadArea&) = delete;
    ThreadArea& operator=(const ThreadArea&) = delete;

    /// Starts an enabled timer. Straight line when the call path is known. kTraced: whether the
    /// engine keeps a trace.
    template <bool kTraced, class Clock>
    void start(std::uint32_t timer, const Clock& clock) noexcept {
        NodeRecord* const node = children_.find(*top_, timer);
        if (node == nullptr || top_ + 1 >= end_) [[unlikely]] {
            startElsewhere<kTraced>(timer, node, clock);
            return;
        }
        begin<kTraced>(*node, timer, clock);
    }

    /// Stops a timer.
    template <bool kTraced, class Clock>
    void stop(std::uint32_t timer, const Clock& clock) noexcept {
        NodeRecord* const node = *top_;
        if (node->id != timer) [[unlikely]] {
            stopOther(timer);
            return;
        }
        std::uint64_t now[kMaxMetrics];
        clock.read(now);
        node->end(now, clock.count());
        storeRelease(record_->lastTicks, checksummedTicks(now[0]));
        --top_;
        if constexpr (kTraced) {
            trace_.put(TraceKind::Stop, timer, now[0]);
        }
    }

    /// Whether the timer is the innermost running one, parameters set on it aside.
    bool isInnermost(std::uint32_t timer) const noexcept;

    /// Whether the thread is deeper than records are kept; then nothing is known of the innermost
    /// timer.
    bool tooDeep() const noexcept { return overflow_ > 0 || folded_ != kNone; }

    /// Takes in one value of a known event of which nothing but the sums of the thread is kept.
    void triggerPlain(std::uint32_t event, double value) noexcept {
        if (event >= plainEvents_.size() || plainEvents_[event] == nullptr || !std::isfinite(value))
            [[unlikely]] {
            trigger(event, value, false, false);
            return;
        }
        plainEvents_[event]->add(value);
    }

    /// Takes in one value of a known event.
    [[gnu::noinline]] void trigger(std::uint32_t event, double value, bool keepPath,
                                   bool keepQuantiles) noexcept;

    /// Counts a misuse of a timer.
    void countMisuse(MisuseKind kind, std::uint32_t timer, std::uint32_t other = kNone) noexcept {
        misuse_.add({static_cast<std::uint32_t>(kind), timer, other, 0, 1});
    }

    /// Counts a misuse of an event.
    void countEventMisuse(MisuseKind kind, std::uint32_t event) noexcept {
        misuse_.add({static_cast<std::uint32_t>(kind), event, kNone, 1, 1});
    }

    /// The calling thread begins to use the area, which nobody else does, and is traced as the
    /// options say.
    void begin(const TraceOptions& trace) noexcept;

    /// Names the thread, up to 31 bytes of the name.
    void setName(std::string_view name) noexcept;

    /// The thread is over: closes and counts what still runs.
    void finish() noexcept;

    /// Notes the use of a timer or event that a signal handler was refused. Called by the handler.
    void noteRefused(std::uint32_t id, bool isEvent) noexcept { refused_.note(id, isEvent); }
    /// Counts what was noted as misuse.
    void countRefused() noexcept;

    /// The timers that run, outermost first. Throws std::bad_alloc.
    std::vector<std::uint32_t> running() const;
    /// After a fork, when the segment has been separated: the area has measured nothing, and the
    /// timers that ran, given as running() had them, do so since the readings `ticks`. A trace
    /// begins anew, as the options say.
    void restart(const std::vector<std::uint32_t>& running, const std::uint64_t* ticks,
                 const TraceOptions& trace) noexcept;

private:
    struct Pending {
        std::uint32_t timer;
        std::uint32_t count;
    };

    template <bool kTraced, class Clock>
    void begin(NodeRecord& node, std::uint32_t timer, const Clock& clock) noexcept {
        *++top_ = &node;
        std::uint64_t now[kMaxMetrics];
        clock.read(now);
        node.begin(now, clock.count());
        storeRelease(record_->lastTicks, checksummedTicks(now[0]));
        if constexpr (kTraced) {
            trace_.put(TraceKind::Start, timer, now[0]);
        }
    }

    // Where the call path is new or the stack is full. Apart, so that the usual way keeps nothing
    // on the stack of the program.
    template <bool kTraced, class Clock>
    [[gnu::noinline]] void startElsewhere(std::uint32_t timer, NodeRecord* known,
                                          const Clock& clock) noexcept {
        if (NodeRecord* const node = makeRoom(timer, known); node != nullptr) {
            begin<kTraced>(*node, node->id, clock);
        }
    }

    NodeRecord* makeRoom(std::uint32_t timer, NodeRecord* known) noexcept;
    NodeRecord* addNode(NodeRecord* parent, std::uint32_t timer) noexcept;
    NodeRecord* fold(std::uint32_t timer) noexcept;
    // The innermost call path that is on record.
    const NodeRecord* pathOfEvents() const noexcept {
        return *(overflow_ > 0 || folded_ != kNone ? top_ - 1 : top_);
    }
    EventRecord* addEvent(const NodeRecord* owner, std::uint32_t event) noexcept;
    void keepPlain(std::uint32_t event, EventRecord* record) noexcept;
    bool growStack() noexcept;
    void startUncounted(std::uint32_t timer, MisuseKind why) noexcept;
    [[gnu::noinline]] void stopOther(std::uint32_t timer) noexcept;
    [[gnu::noinline]] void stopDownTo(NodeRecord** outer) noexcept;
    void stopNotRunning(std::uint32_t timer) noexcept;
    [[gnu::noinline]] void stopUnexpected(std::uint32_t timer) noexcept;
    void expectStop(std::uint32_t timer) noexcept;
    void traceEvent(std::uint32_t event, double value) noexcept;
    void beginTrace(const TraceOptions& options, std::int32_t thread) noexcept;
    void end(NodeRecord& node, const std::uint64_t* now) noexcept;

    void setStack(PageArray<NodeRecord*> stack, std::size_t depth) noexcept;

    NodeRecord** top_;  // the running timer; the first place holds root_
    NodeRecord** end_;  // the place kept for tooDeep_ when the stack is full
    PairIndex<NodeRecord> children_;
    TraceWriter trace_;
    ThreadRecord* record_;
    const MetricSet& metrics_;
    const TimerTable& timers_;
    PageArray<NodeRecord*> stack_;
    std::uint32_t capacity_;
    const std::uint32_t maxDepth_;
    std::uint64_t overflow_ = 0;
    std::uint32_t folded_ = kNone;  // the timer whose call the "(other)" node at the top takes
    NodeRecord root_{};
    NodeRecord tooDeep_{};
    PairIndex<EventRecord> eventIndex_;
    PageArray<EventRecord*> plainEvents_;  // by id, those that keep no path
    // Stops that will come for timers closed early or never recorded.
    PageArray<Pending> pending_;
    std::size_t numPending_ = 0;
    RefusedUses refused_;
    Segment* segment_;
    std::uint32_t id_ = kNone;
    RecordStore nodes_;
    RecordStore others_;
    RecordStore events_;
    MisuseTable misuse_;
    SketchStore sketches_;
};

}  // namespace gantry::perf
