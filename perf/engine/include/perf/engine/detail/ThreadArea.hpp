#pragma once

#include <perf/engine/CountedPlace.hpp>
#include <perf/engine/Ids.hpp>
#include <perf/engine/MetricSet.hpp>
#include <perf/engine/detail/EventUse.hpp>
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
/// measuring methods. Its records are in the segment, where any thread and any process may read
/// them at any time; they are the whole state a reader needs. Everything else (the stack of running
/// timers, the search index) is private to the thread.
///
/// Where the segment has no room for a new call path, or the path would be too deep, the call and
/// all inside it go to the node "(other)" below the path it was made from; where there is no room
/// for that either, they are calls of "(other)" at the top, without time. So no call is lost.
///
/// start, stop and trigger are called while the thread is inside (see Inside), with a clock that
/// has count() and read(). They become part of their caller, so that readings stay in registers. A
/// handler that interrupts them sees consistent records, and leaves no more than a note in
/// `refused_`.
///
///     const Inside inside(anchor);
///     area.start<false>(timer, TimeStampReader{});
///     ...
///     area.stop<false>(timer, TimeStampReader{});
class ThreadArea final {
public:
    /// How far a thread is recorded.
    struct Limits {
        /// Calls inside each other that have nodes of their own.
        std::uint32_t maxDepth = 0;
        /// Where it is on, nodes are SampledNodes, calls are made with startSampled() and
        /// stopSampled(), and there is one metric and no trace. nullptr: off. Outlives the area.
        const SamplingPolicy* sampling = nullptr;
        /// The event of each timer whose durations are its values; nullptr: of none. Outlives the
        /// area.
        const SlotArray* durations = nullptr;
        bool quantiles = false;  ///< whether those events keep them
    };

    /// Tables and segment outlive the area; record is in the segment. Throws std::bad_alloc.
    ThreadArea(ThreadRecord& record, Segment& segment, const MetricSet& metrics,
               const TimerTable& timers, const Limits& limits);

    /// As ThreadProfile::id. kNone before setId().
    std::uint32_t id() const noexcept { return id_; }
    void setId(std::uint32_t id) noexcept { id_ = id; }

    ~ThreadArea() = default;
    ThreadArea(const ThreadArea&) = delete;
    ThreadArea& operator=(const ThreadArea&) = delete;

    /// Starts an enabled timer. Straight line when the call path is known. kTraced: whether the
    /// engine keeps a trace. The path is pushed before the clock is read, so that what that costs
    /// falls outside of the call as far as it can.
    template <bool kTraced, class Clock>
    [[gnu::always_inline]] void start(std::uint32_t timer, const Clock& clock) noexcept {
        // `top_ + 1 >= end_`: the last place of the stack is kept for tooDeep_.
        NodeRecord* const node = children_.find(*top_, timer);
        if (node == nullptr || top_ + 1 >= end_) [[unlikely]] {
            startElsewhere<kTraced>(timer, node, clock);
            return;
        }
        begin<kTraced>(*node, timer, clock);
    }

    /// Stops a timer.
    template <bool kTraced, class Clock>
    [[gnu::always_inline]] void stop(std::uint32_t timer, const Clock& clock) noexcept {
        NodeRecord* const node = *top_;
        if (node->id != timer) [[unlikely]] {
            stopOther(timer);
            return;
        }
        std::uint64_t now[kMaxMetrics];
        // As early as possible: what follows is not part of the call.
        clock.read(now);
        node->end(now, clock.count());
        storeRelease(record_->lastTicks, checksummedTicks(now[0]));
        --top_;
        if constexpr (kTraced) {
            trace_.put(TraceKind::Stop, timer, now[0]);
        }
    }

    /// The same where calls may be counted only. One that is, and inside of which nothing starts,
    /// does not go to the stack.
    template <class Clock>
    [[gnu::always_inline]] void startSampled(std::uint32_t timer, const Clock& clock) noexcept {
        settle();
        // The call made last from here, which in a loop is this one, still is above the top.
        NodeRecord* node = top_[1];
        if (node == nullptr || node->id != timer) [[unlikely]] {
            node = children_.find(*top_, timer);
            if (node == nullptr || top_ + 1 >= end_) {
                startElsewhere<false>(timer, node, clock);
                return;
            }
            top_[1] = node;
            top_[2] = nullptr;
        }
        SampledNode& path = pathOf(*node);
        // One of the calls that are counted and not timed: the clock is not read.
        if (path.tail.left() != 0) {
            path.beginUntimed();
            leaf_ = node;
            return;
        }
        path.endCounting();
        begin<false>(*node, timer, clock);
        top_[1] = nullptr;
    }

    /// The same where calls may be counted only.
    template <class Clock>
    [[gnu::always_inline]] void stopSampled(std::uint32_t timer, const Clock& clock) noexcept {
        if (NodeRecord* const leaf = leaf_; leaf != nullptr) {
            if (leaf->id == timer) [[likely]] {
                leaf_ = nullptr;
                pathOf(*leaf).endUntimed();
                return;
            }
            settle();
        }
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

    /// Lets the calling thread count calls of a node itself that are made from `around`. inside:
    /// not 0 while it is inside the engine.
    void offer(CountedPlace& place, NodeRecord& node, NodeRecord& around,
               const volatile std::uint32_t& inside) noexcept;
    /// The node of the calls that belong to no other one.
    NodeRecord& root() noexcept { return root_.node; }

    /// Whether calls may be counted only.
    bool isSampled() const noexcept { return sampling_ != nullptr; }

    /// Whether the timer is the innermost running one (parameters aside); false while tooDeep().
    bool isInnermost(std::uint32_t timer) noexcept;

    /// Whether the thread is deeper than records are kept; then nothing is known of the innermost
    /// timer.
    bool tooDeep() const noexcept { return overflow_ > 0 || folded_ != kNone; }

    /// Takes in one value of a known event of which nothing but the sums of the thread is kept. One
    /// comparison, one look-up and EventRecord::add(): no clock, no search.
    void triggerPlain(std::uint32_t event, double value) noexcept {
        if (event >= plainEvents_.size() || plainEvents_[event] == nullptr || !std::isfinite(value))
            [[unlikely]] {
            trigger(event, value, {});
            return;
        }
        plainEvents_[event]->add(value);
    }

    /// Takes in one value of a known event. Makes the records that the event lacks on this thread;
    /// a value that is not finite counts as misuse.
    [[gnu::noinline]] void trigger(std::uint32_t event, double value, EventUse use) noexcept;

    /// The calls of one phase on this thread.
    struct PhaseCalls {
        std::uint32_t count;
        std::uint32_t
            rest;  ///< the timer of the calls beyond those that are distinguished; 0: none
    };
    /// One more call of the phase begins; null where there is no memory to count it. Starts from 1
    /// on a thread, also where an earlier thread used the same area.
    PhaseCalls* countPhase(std::uint32_t phase) noexcept;

    /// Counts a misuse of a timer. id is shown by its name in profiles. Takes memory only for a
    /// misuse that is new on this thread.
    void countMisuse(MisuseKind kind, std::uint32_t timer, std::uint32_t other = kNone) noexcept {
        misuse_.add({static_cast<std::uint32_t>(kind), timer, other, 0, 1});
    }

    /// Counts a misuse of an event.
    void countEventMisuse(MisuseKind kind, std::uint32_t event) noexcept {
        misuse_.add({static_cast<std::uint32_t>(kind), event, kNone, 1, 1});
    }

    /// The calling thread begins to use the area, which nobody else does, and is traced as the
    /// options say. The area's records stay: the thread adds to what those before it measured.
    void begin(const TraceOptions& trace) noexcept;

    /// Names the thread, up to 31 bytes of the name.
    void setName(std::string_view name) noexcept;

    /// The thread is over: closes and counts what still runs. Called by the thread itself, from the
    /// destructor of its thread-local objects. Adds its CPU time to the record.
    void finish() noexcept;

    /// Notes the use of a timer or event that a signal handler was refused. Called by the handler.
    void noteRefused(std::uint32_t id, RefusedUse use) noexcept { refused_.note(id, use); }
    /// Counts what was noted as misuse, and each start as a call of "(other)" without time. Called
    /// by the thread when it leaves the engine.
    void countRefused() noexcept;

    /// The timers that run, outermost first. Throws std::bad_alloc. Those without a node of their
    /// own are missing.
    std::vector<std::uint32_t> running();
    /// After a fork, when the segment has been separated: the area has measured nothing, and the
    /// timers that ran, given as running() had them, do so since the readings `ticks`. A trace
    /// begins anew, as the options say. Called by the forking thread in the child.
    void restart(const std::vector<std::uint32_t>& running, const std::uint64_t* ticks,
                 const TraceOptions& trace) noexcept;

private:
    /// A stop that will come and is not a mistake: how often for which timer. So a program that
    /// stops in another order than it started is reported once, not once for each stop.
    struct Pending {
        std::uint32_t timer;
        std::uint32_t count;
    };

    template <bool kTraced, class Clock>
    [[gnu::always_inline]] void begin(NodeRecord& node, std::uint32_t timer,
                                      const Clock& clock) noexcept {
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
            if (isSampled()) {
                pathOf(*node).endCounting();
            }
            begin<kTraced>(*node, node->id, clock);
            top_[1] = nullptr;
        }
    }

    // Puts the call that is not on the stack there, where anything but its stop comes next.
    void settle() noexcept {
        if (leaf_ != nullptr) [[unlikely]] {
            *++top_ = leaf_;
            top_[1] = nullptr;
            leaf_ = nullptr;
        }
    }

    // The node to start where it is not the usual one; null where the call has none, and is
    // counted.
    NodeRecord* makeRoom(std::uint32_t timer, NodeRecord* known) noexcept;
    // Null where the segment has no room. The record is whole before readers can see it.
    NodeRecord* addNode(NodeRecord* parent, std::uint32_t timer) noexcept;
    // These make a call one of "(other)": fold() also counts it as misuse.
    NodeRecord* fold(std::uint32_t timer, MisuseKind why) noexcept;
    NodeRecord* foldInto(std::uint32_t timer, MisuseKind why) noexcept;
    NodeRecord* otherBelow(NodeRecord* parent) noexcept;
    bool mayAddOther(const NodeRecord* parent) noexcept;
    static NodeRecord* initialise(NodeRecord& node, std::uint32_t parent,
                                  std::uint32_t timer) noexcept;
    // Calls without time, of "(other)" at the top.
    void countInOther(std::uint64_t calls) noexcept;
    // The innermost call path that is on record.
    const NodeRecord* pathOfEvents() const noexcept {
        return *(overflow_ > 0 || folded_ != kNone ? top_ - 1 : top_);
    }
    // Null where the segment has no room. owner: null where the path is not kept.
    EventRecord* addEvent(const NodeRecord* owner, std::uint32_t event) noexcept;
    // Lets triggerPlain() find the record; does nothing without memory, and the search finds it
    // then.
    void keepPlain(std::uint32_t event, EventRecord* record) noexcept;
    // Doubles the stack up to maxDepth_; false where it may not, or has no memory.
    bool growStack() noexcept;
    // A call inside one that has no node of its own: counted in "(other)", without time.
    // stopInside() is for its stop.
    void startInside(std::uint32_t timer) noexcept;
    void stopInside() noexcept;
    [[gnu::noinline]] void stopOther(std::uint32_t timer) noexcept;
    // The duration of the call is then also a value of the event of the timer.
    void stopSpread(std::uint32_t timer) noexcept;
    // Closes what runs inside the call at that place of the stack, counts that as overlap unless it
    // is a parameter, and closes the call itself.
    [[gnu::noinline]] void stopDownTo(NodeRecord** outer) noexcept;
    void stopNotRunning(std::uint32_t timer) noexcept;
    [[gnu::noinline]] void stopUnexpected(std::uint32_t timer) noexcept;
    // A call was closed early or not recorded: its stop will come and does nothing.
    void expectStop(std::uint32_t timer) noexcept;
    void traceEvent(std::uint32_t event, double value, bool isOfCall) noexcept;
    // Does nothing for TraceMode::None.
    void beginTrace(const TraceOptions& options, std::int32_t thread) noexcept;
    void end(NodeRecord& node, const std::uint64_t* now) noexcept;

    // Of a node of an area that is sampled.
    static SampledNode& pathOf(NodeRecord& node) noexcept {
        return reinterpret_cast<SampledNode&>(node);
    }
    [[gnu::noinline]] void endTimed(SampledNode& path, const std::uint64_t* now) noexcept;
    void noteTimed(SampledNode& path, SampledNode& above, std::uint64_t elapsed) noexcept;
    // See ThreadSampling.cpp. All of it is for timed calls of a sampled area.
    std::uint32_t takeSample(SampledNode& path, SampledNode& above, std::uint64_t elapsed) noexcept;
    void offerPlace(SampledNode& path, SampledNode& above, bool counts) noexcept;
    void chooseBlock(SampledNode& path) noexcept;
    void beginSamples(SampledNode& path, std::uint64_t sum, double mean) noexcept;
    void keepExact(SampledNode& path) noexcept;
    [[nodiscard]] SampleRecord& samplesOf(const SampledNode& path) const noexcept;
    [[nodiscard]] bool isKeptExact(const SampledNode& path) const noexcept;
    // Not for secrets: it only keeps blocks of samples from following a rhythm of the program.
    std::uint64_t nextRandom() noexcept;

    void setStack(PageArray<NodeRecord*> stack, std::size_t depth) noexcept;

    // The running timer; the first place holds root_. Where calls may be counted only, the place
    // above it holds the call path that was left last from here, or null.
    NodeRecord** top_ = nullptr;
    NodeRecord** end_ = nullptr;  // the place for tooDeep_ when it is full; one more follows
    // A call above the top that is counted only, or null: so that such calls, one after the other,
    // need not wait for the top to be written and read again.
    NodeRecord* leaf_ = nullptr;
    // By the node around it and the timer.
    PairIndex<NodeRecord> children_;
    TraceWriter trace_;
    ThreadRecord* record_;
    const MetricSet& metrics_;
    const TimerTable& timers_;
    const SamplingPolicy* const sampling_;
    const SlotArray* const durations_;
    const bool keepQuantiles_;
    // The state of nextRandom(); differs between threads.
    std::uint64_t random_;
    PageArray<NodeRecord*> stack_;
    // Calls that stack_ has places for; it has two more, for root_ and tooDeep_.
    std::uint32_t capacity_;
    const std::uint32_t maxDepth_;
    std::uint64_t overflow_ = 0;    // calls that run inside of one without a node of its own
    std::uint32_t folded_ = kNone;  // the timer whose call the "(other)" node at the top takes
    MisuseKind foldedFor_ = MisuseKind::OutOfMemory;
    NodeRecord* topOther_ = nullptr;  // "(other)" at the top of the call paths
    // Never in the segment: root_ is at the bottom of the stack, tooDeep_ at the top of a full one.
    SampledNode root_{};
    SampledNode tooDeep_{};
    // By the node, or null, and the event.
    PairIndex<EventRecord> eventIndex_;
    PageArray<EventRecord*> plainEvents_;  // by id, those that keep no path
    PageArray<PhaseCalls> phases_;         // by id
    // Stops that will come for timers closed early or never recorded.
    PageArray<Pending> pending_;
    std::size_t numPending_ = 0;
    RefusedUses refused_;
    Segment* segment_;
    std::uint32_t id_ = kNone;
    // Writing ends of the stores of record_.
    RecordStore nodes_;
    RecordStore others_;
    RecordStore events_;
    MisuseTable misuse_;
    SketchStore sketches_;
};

}  // namespace gantry::perf
