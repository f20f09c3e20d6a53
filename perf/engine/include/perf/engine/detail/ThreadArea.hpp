#pragma once

#include <perf/engine/Ids.hpp>
#include <perf/engine/MetricSet.hpp>
#include <perf/engine/detail/MisuseTable.hpp>
#include <perf/engine/detail/PageArray.hpp>
#include <perf/engine/detail/PairIndex.hpp>
#include <perf/engine/detail/RefusedUses.hpp>
#include <perf/engine/detail/SamplingPolicy.hpp>
#include <perf/engine/detail/SketchStore.hpp>
#include <perf/engine/detail/SlotArray.hpp>
#include <perf/engine/detail/TimerTable.hpp>
#include <perf/engine/detail/TraceWriter.hpp>
#include <perf/model/Misuse.hpp>
#include <perf/segment/EventRecord.hpp>
#include <perf/segment/MisuseRecord.hpp>
#include <perf/segment/NodeRecord.hpp>
#include <perf/segment/RecordStore.hpp>
#include <perf/segment/SampleRecord.hpp>
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
/// Where the segment has no room for a new call path, or the path would be too deep, the call and
/// all inside it go to the node "(other)" below the path it was made from; where there is no room
/// for that either, they are calls of "(other)" at the top, without time. So no call is lost.
class ThreadArea final {
public:
    /// How far a thread is recorded.
    struct Limits {
        std::uint32_t maxDepth;
        /// Where it is on, nodes are SampledNodes, calls are made with startSampled() and
        /// stopSampled(), and there is one metric and no trace. nullptr: off. Outlives the area.
        const SamplingPolicy* sampling = nullptr;
        /// The event of each timer whose durations are its values; nullptr: of none. Outlives the
        /// area.
        const SlotArray* durations = nullptr;
        bool quantiles = false;  ///< whether those events keep them
    };

    /// The tables and the segment must outlive the area; record stands in the segment. Throws
    /// std::bad_alloc.
    ThreadArea(ThreadRecord& record, Segment& segment, const MetricSet& metrics,
               const TimerTable& timers, const Limits& limits);

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

    /// The same where calls may be counted only.
    template <class Clock>
    void startSampled(std::uint32_t timer, const Clock& clock) noexcept {
        NodeRecord* const node = children_.find(*top_, timer);
        if (node == nullptr || top_ + 1 >= end_) [[unlikely]] {
            startElsewhere<false>(timer, node, clock);
            return;
        }
        SampledNode& path = pathOf(*node);
        if (path.tail.left != 0) {
            *++top_ = node;
            path.beginUntimed();
            return;
        }
        begin<false>(*node, timer, clock);
    }

    /// The same where calls may be counted only.
    template <class Clock>
    void stopSampled(std::uint32_t timer, const Clock& clock) noexcept {
        NodeRecord* const node = *top_;
        if (node->id != timer) [[unlikely]] {
            stopOther(timer);
            return;
        }
        SampledNode& path = pathOf(*node);
        if (path.tail.runsUntimed()) {
            path.endUntimed();
            --top_;
            return;
        }
        std::uint64_t now[kMaxMetrics];
        clock.read(now);
        endTimed(path, now);
        --top_;
    }

    /// Whether calls may be counted only.
    bool isSampled() const noexcept { return sampling_ != nullptr; }

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

    /// The calls of one phase on this thread.
    struct PhaseCalls {
        std::uint32_t count;
        std::uint32_t
            rest;  ///< the timer of the calls beyond those that are distinguished; 0: none
    };
    /// One more call of the phase begins; null where there is no memory to count it.
    PhaseCalls* countPhase(std::uint32_t phase) noexcept;

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
    void noteRefused(std::uint32_t id, RefusedUse use) noexcept { refused_.note(id, use); }
    /// Counts what was noted as misuse, and each start as a call of "(other)" without time.
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
    NodeRecord* fold(std::uint32_t timer, MisuseKind why) noexcept;
    NodeRecord* foldInto(std::uint32_t timer, MisuseKind why) noexcept;
    NodeRecord* otherBelow(NodeRecord* parent) noexcept;
    bool mayAddOther(const NodeRecord* parent) noexcept;
    static NodeRecord* initialise(NodeRecord& node, std::uint32_t parent,
                                  std::uint32_t timer) noexcept;
    void countInOther(std::uint64_t calls) noexcept;
    // The innermost call path that is on record.
    const NodeRecord* pathOfEvents() const noexcept {
        return *(overflow_ > 0 || folded_ != kNone ? top_ - 1 : top_);
    }
    EventRecord* addEvent(const NodeRecord* owner, std::uint32_t event) noexcept;
    void keepPlain(std::uint32_t event, EventRecord* record) noexcept;
    bool growStack() noexcept;
    void startInside(std::uint32_t timer) noexcept;
    void stopInside() noexcept;
    [[gnu::noinline]] void stopOther(std::uint32_t timer) noexcept;
    void stopSpread(std::uint32_t timer) noexcept;
    [[gnu::noinline]] void stopDownTo(NodeRecord** outer) noexcept;
    void stopNotRunning(std::uint32_t timer) noexcept;
    [[gnu::noinline]] void stopUnexpected(std::uint32_t timer) noexcept;
    void expectStop(std::uint32_t timer) noexcept;
    void traceEvent(std::uint32_t event, double value) noexcept;
    void beginTrace(const TraceOptions& options, std::int32_t thread) noexcept;
    void end(NodeRecord& node, const std::uint64_t* now) noexcept;

    // Of a node of an area that is sampled.
    static SampledNode& pathOf(NodeRecord& node) noexcept {
        return reinterpret_cast<SampledNode&>(node);
    }
    [[gnu::noinline]] void endTimed(SampledNode& path, const std::uint64_t* now) noexcept;
    void noteTimed(SampledNode& path, SampledNode& above, std::uint64_t elapsed) noexcept;
    std::uint32_t takeSample(SampledNode& path, std::uint64_t elapsed) noexcept;
    void chooseBlock(SampledNode& path) noexcept;
    void beginSamples(SampledNode& path, std::uint64_t sum, double mean) noexcept;
    void keepExact(SampledNode& path) noexcept;
    [[nodiscard]] SampleRecord& samplesOf(const SampledNode& path) const noexcept;
    [[nodiscard]] bool isKeptExact(const SampledNode& path) const noexcept;
    std::uint64_t nextRandom() noexcept;

    void setStack(PageArray<NodeRecord*> stack, std::size_t depth) noexcept;

    NodeRecord** top_;  // the running timer; the first place holds root_
    NodeRecord** end_;  // the place kept for tooDeep_ when the stack is full
    PairIndex<NodeRecord> children_;
    TraceWriter trace_;
    ThreadRecord* record_;
    const MetricSet& metrics_;
    const TimerTable& timers_;
    const SamplingPolicy* const sampling_;
    const SlotArray* const durations_;
    const bool keepQuantiles_;
    std::uint64_t random_;
    PageArray<NodeRecord*> stack_;
    std::uint32_t capacity_;
    const std::uint32_t maxDepth_;
    std::uint64_t overflow_ = 0;    // calls that run inside of one without a node of its own
    std::uint32_t folded_ = kNone;  // the timer whose call the "(other)" node at the top takes
    MisuseKind foldedFor_ = MisuseKind::OutOfMemory;
    NodeRecord* topOther_ = nullptr;  // "(other)" at the top of the call paths
    SampledNode root_{};
    SampledNode tooDeep_{};
    PairIndex<EventRecord> eventIndex_;
    PageArray<EventRecord*> plainEvents_;  // by id, those that keep no path
    PageArray<PhaseCalls> phases_;         // by id
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
