#pragma once

#include <perf/engine/EngineOptions.hpp>
#include <perf/engine/Ids.hpp>
#include <perf/engine/MetricSet.hpp>
#include <perf/engine/detail/EventTable.hpp>
#include <perf/engine/detail/ForkWatch.hpp>
#include <perf/engine/detail/SamplingPolicy.hpp>
#include <perf/engine/detail/ThreadAnchor.hpp>
#include <perf/engine/detail/TimerTable.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/model/Profile.hpp>
#include <perf/segment/Capture.hpp>
#include <perf/segment/LiveFloors.hpp>
#include <perf/segment/NameTable.hpp>
#include <perf/segment/Segment.hpp>
#include <perf/segment/TimerIndex.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gantry::perf {

class ThreadRegistry;

/// Measures a program: timers with their call paths, events, on any number of threads.
///
/// Set up (register..., groups) throws EngineError or std::bad_alloc, takes a mutex, and copies
/// names. Measuring (start, stop, trigger, setParameter) never throws. start, stop and trigger take
/// no lock, make no system call (with the default metric), and allocate only when a thread first
/// uses the engine or reaches a call path or event for the first time. A mistake in their use
/// spoils nothing: it is counted and shown in Profile::misuse. All methods may be called by any
/// thread at any time; the destructor while no other thread is inside a method. Threads may outlive
/// the engine, and engines their threads.
///
/// A forked child measures into a segment of its own, made when it first uses the engine: with the
/// timers, events, groups and facts as they were at the fork and the fact "parent", the process id
/// of the one it was forked from; with no figures. Timers that ran on the forking thread run in the
/// child since the fork (one call each, in the parent and in the child, with the time of each), so
/// that their stops fit; other threads are the parent's alone. A child that execs, or ends without
/// a use, costs and leaves nothing, and the parent's figures stay what they are. A child made by
/// clone() or _Fork() alone is not noticed: it must exec.
///
/// A signal handler may call start, stop and trigger. Where it interrupted the engine on its own
/// thread, these calls are a misuse (InsideHandler), counted and ignored; elsewhere they measure,
/// and must be balanced when the handler returns. A handler that can interrupt malloc or dlopen
/// measures only on threads that have used the engine before. Set-up throws EngineError there.
///
///     Engine engine;
///     const TimerId solve = engine.registerTimer("solve", "Solver");
///     engine.start(solve);  ...  engine.stop(solve);
///     for (const TimerRecord& record : flat(engine.snapshot())) { ... }
class Engine final : private ForkWatch {  // NOLINT(*-virtual-class-destructor): it is final
public:
    /// Takes about 0.5 ms, half of it to calibrate the wall clock, which is compared again over
    /// ever longer times while the engine is used. Throws EngineError for options out of range.
    explicit Engine(EngineOptions options = {});
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    /// The timer with that name, type, group and kind: a new one, or the old one when it was
    /// registered before. Any bytes are allowed. An empty group is the group "default". Timers that
    /// do not fit are one and the same, "(other)", and the profile is marked as partial; only one
    /// that would be off at this moment, or has a name beyond 64 KiB, is refused with EngineError.
    /// The id of a timer that EngineOptions::spread names differs from its place in profiles.
    TimerId registerTimer(std::string_view name, std::string_view type = {},
                          std::string_view group = {}, TimerKind kind = TimerKind::Timer);

    /// Begins a call of the timer on this thread, inside the call begun last. Does nothing while
    /// the timer's group is disabled: that costs one test.
    void start(TimerId timer) noexcept {
        const std::uint32_t id = number(timer);
        if (!timers_.enabled(id)) [[unlikely]] {
            if (!timers_.known(id)) {
                startUnknown(id);
            }
            return;
        }
        ThreadAnchor& anchor = anchorOfThread();
        if (anchor.inside != 0) [[unlikely]] {
            refuse(anchor, id, RefusedUse::Start);
            return;
        }
        if (anchor.engine != number_ || way_ == Way::Any) [[unlikely]] {
            startSlowly(anchor, id);
            return;
        }
        if (way_ == Way::TimeStamp) [[likely]] {
            const Inside inside(anchor);
            anchor.area->start<false>(id, TimeStampReader{});
        } else if (way_ == Way::TimeStampSampled) {
            startSampled(anchor, id);
        } else {
            startTraced(anchor, id);
        }
    }

    /// Begins a call of a phase, which stop() ends. The call is also one of an instance of the
    /// phase, "NAME [ instance = N ]", a parameter of it; N counts the calls of the phase on this
    /// thread from 1. Beyond EngineOptions::phaseInstances the calls are one instance together,
    /// "NAME [ other instances ]". Up to that number each call takes a mutex, and memory as a new
    /// timer does; later ones cost a start and a slow stop more.
    void startPhase(TimerId phase) noexcept;

    /// Ends the call of the timer that was begun last on this thread. When other timers still run
    /// inside it, they are ended at the same instant and counted as overlap, and the stops that
    /// come for them later do nothing. A stop for a call that began while the group was disabled
    /// does nothing.
    void stop(TimerId timer) noexcept {
        ThreadAnchor& anchor = anchorOfThread();
        if (anchor.inside != 0) [[unlikely]] {
            refuse(anchor, number(timer), RefusedUse::Other);
            return;
        }
        // kNone marks the bottom of the stack and is never the id of a timer.
        if (anchor.engine != number_ || way_ == Way::Any || timer == TimerId{kNone}) [[unlikely]] {
            stopSlowly(anchor, timer);
            return;
        }
        if (way_ == Way::TimeStamp) [[likely]] {
            const Inside inside(anchor);
            anchor.area->stop<false>(number(timer), TimeStampReader{});
        } else if (way_ == Way::TimeStampSampled) {
            stopSampled(anchor, number(timer));
        } else {
            stopTraced(anchor, number(timer));
        }
    }

    /// Records the rest of the running call of the timer also under "NAME [ parameter = value ]",
    /// until the timer's stop. The timer must be the innermost running one of this thread;
    /// otherwise it is a misuse and nothing happens. Takes a mutex; each new value takes memory as
    /// a new timer does.
    void setParameter(TimerId timer, std::string_view parameter, std::int64_t value) noexcept;

    /// Whether start() would record. For callers that want to skip work of their own.
    bool enabled(TimerId timer) const noexcept { return timers_.enabled(recordOf(number(timer))); }

    /// The same for those that ask without a call. The timer must be registered here; the flag is
    /// valid as long as the engine.
    TimerFlag enabledFlag(TimerId timer) const noexcept {
        return timers_.enabledFlag(recordOf(number(timer)));
    }

    /// Where a thread may count calls itself; nullptr where each is to be started. Valid as long as
    /// the engine. Throws EngineError for an unknown id, as the next one.
    CountedPlace* countedPlace(TimerId timer);
    /// What is known of the timer.
    TimerInfo timerInfo(TimerId timer) const { return timers_.at(recordOf(number(timer))); }

    /// An event: statistics of the values handed in under this name, one for each name.
    EventId registerEvent(std::string_view name);
    /// One whose values are kept in total and per call path at the moment of the trigger.
    EventId registerContextEvent(std::string_view name);
    /// From now on its values belong to the call that the thread ended last: in a trace they have
    /// the time of that end, so that the clock is not read. Throws EngineError for an unknown id.
    void setEventOfCall(EventId event) { events_.setOfCall(number(event)); }

    /// Hands in one value. Infinities and NaN are a misuse and not recorded.
    void trigger(EventId event, double value) noexcept {
        const std::uint32_t id = number(event);
        const EventTable::State state = events_.state(id);
        if (!state.enabled()) [[unlikely]] {
            if (!state.known()) {
                triggerUnknown(id);
            }
            return;
        }
        ThreadAnchor& anchor = anchorOfThread();
        if (anchor.inside != 0) [[unlikely]] {
            refuse(anchor, id, RefusedUse::Event);
            return;
        }
        if (anchor.engine != number_ || !sumsAlone_ || state.keepsPath()) {
            triggerSlowly(anchor, id, value);
            return;
        }
        const Inside inside(anchor);
        anchor.area->triggerPlain(id, value);
    }

    /// Switches the recording of one event; returns the state before.
    bool setEventEnabled(EventId event, bool enabled);

    /// Whether a context event keeps its values per call path; in total it keeps them in any case.
    /// Returns the state before. Throws EngineError for an unknown event, and for one that is none.
    bool setEventKeepsPath(EventId event, bool keepsPath);

    /// The group of that name, made when it is new, so that it can be disabled before its first
    /// timer. An empty name means "default". Throws EngineError where the name does not fit.
    GroupId group(std::string_view name);
    /// Throws EngineError for an unknown id, as the next two do.
    std::string groupName(GroupId group) const;
    bool groupEnabled(GroupId group) const;

    /// Switches the timers of a group on or off, from the next start on; calls that run stay whole.
    /// Returns the state before.
    bool setGroupEnabled(GroupId group, bool enabled);

    /// Switches all groups, those to come as well.
    void setAllGroupsEnabled(bool enabled);

    /// Switches all groups whose name fits the pattern (see Pattern.hpp), of those there are.
    /// Returns them with their states before.
    std::vector<std::pair<GroupId, bool>> setGroupsEnabled(std::string_view pattern, bool enabled);

    /// Switches off all groups whose name fits one of the patterns, those to come as well, and on
    /// again those that fitted the patterns before and fit none of these.
    void setDisabledGroups(std::vector<std::string> patterns);

    /// Measures only the timers the selection includes, from the next start on, those to come as
    /// well; a timer is measured when its group is enabled, too. Returns the selection before.
    Selection select(Selection selection) { return timers_.select(std::move(selection)); }

    /// Switches one timer off, or on again, because of what measuring it costs; it shows as
    /// throttled. Returns the state before. Throws EngineError for an unknown id.
    bool setThrottled(TimerId timer, bool throttled);

    /// Lets the timer run until the end of its thread without that being a misuse, as the one of a
    /// whole thread does when that is ended from inside. Throws EngineError for an unknown id.
    void setMayStayOpen(TimerId timer) { timers_.setMayStayOpen(recordOf(number(timer))); }

    /// The word that says whether starts of a registered timer, or values of a registered event,
    /// are recorded: bits kEnabled and kEverEnabled of TimerTable, kEnabled of EventTable. For
    /// callers that test it by themselves, with relaxed loads; it is there as long as the engine.
    const std::uint32_t* flags(TimerId timer) const noexcept {
        return timers_.flagsAt(recordOf(number(timer)));
    }
    const std::uint32_t* flags(EventId event) const noexcept {
        return events_.flagsAt(number(event));
    }

    /// Calls `changed` after each change of it, under a mutex. Throws EngineError for an unknown
    /// id.
    void followFlags(TimerId timer, FlagChanged changed, void* context);
    void followFlags(EventId event, FlagChanged changed, void* context);
    std::vector<std::string> groups() const { return timers_.groups(); }  ///< names, by id

    /// Measures these as well, behind those of the options. Throws EngineError, and changes
    /// nothing, once any thread has started a timer, triggered an event or asked for its id; for a
    /// name that is measured already; and for more than kMaxMetrics together.
    void addMetrics(const std::vector<std::shared_ptr<MetricSource>>& sources);

    /// The metrics being measured, with their clocks.
    std::vector<Metric> metrics() const { return measured().describe(); }

    /// What every metric shows to the calling thread now, in ticks; only differences mean anything.
    /// Costs reading the clocks.
    MetricTicks readMetrics() const noexcept;

    /// A difference of ticks in the metrics' units.
    MetricValues units(const MetricTicks& difference) const noexcept;

    /// The number of the calling thread, as ThreadProfile::id has it; nothing where the thread is
    /// ending or there is no memory for it.
    std::optional<std::uint32_t> threadId() noexcept;

    /// Names the calling thread in profiles, up to 31 bytes of the name; false as threadId().
    bool nameThread(std::string_view name) noexcept;

    /// Notes a fact about the run, such as its command, for the profile and for who reads the
    /// segment later. Throws EngineError where there is no room.
    void addFact(std::string_view key, std::string_view value);

    /// Everything measured up to now, running timers included, without stopping any thread. Each
    /// record is consistent in itself, and a timer's inclusive value is never less than what is
    /// inside it, nor less than in an earlier snapshot or reading, but for estimates. The assembly
    /// is left empty. Cost: about that of copying the figures and names; the first one takes a
    /// further 0.5 ms to measure what a pair costs.
    Profile snapshot() const;

    /// The same at the end of the run: timers that still run are also counted as left open.
    Profile finalProfile() const;

    /// The values of one timer up to now, those of a running call included: what flat() of a
    /// snapshot says of it. Timers of several types or groups are summed up where the full name is
    /// that of all; a name without the type will do if only one timer has it. Zeros for an unknown
    /// name. Where calls may be left untimed, those of this timer are timed from now on. Costs a
    /// look at each thread, at each call path of the timer and at those directly below, whatever
    /// else is measured; and once a look at each call path that came since the last time
    /// (bench-engine, rows "read"). withBelow: also what was called inside, which costs a look at
    /// each call path below. Throws EngineError in a child that cannot measure.
    TimerValues valuesOf(std::string_view timer, bool withBelow = false) const;

    /// What a start and stop costs; the first time it is measured, which takes 0.5 ms.
    MeasuredOverhead overhead() const;

    /// The call paths alone, as plain words: the picture a snapshot is made of, at about 2 ns a
    /// node. Who looks again and again hands in what it got last: new memory costs as much as the
    /// copy. Throws EngineError in a child that cannot measure, and SegmentError.
    std::vector<ThreadCapture> capture(std::vector<ThreadCapture> reuse = {}) const;
    /// The memory measured into, for readers in this process and, where it is a file, in others. In
    /// a forked child it is the parent's until the first use.
    const Segment& segment() const noexcept;
    Segment& segment() noexcept;  ///< for who takes records out of the rings of a trace

    /// Leaves the segment's file behind when the engine ends.
    void keepSegment() noexcept;
    /// Says in the segment that the run is over, and removes its file unless it is kept. For an
    /// engine that outlives the run because threads use it: what they go on to measure is lost.
    void endSegment() noexcept;

private:
    static constexpr std::uint32_t kFirstFacts = 8;
    static constexpr std::string_view kParentFact = "parent";

    ThreadArea* areaOfThread(ThreadAnchor& anchor) noexcept {
        if (anchor.engine == number_) [[likely]] {
            return anchor.area;
        }
        return attachThread();
    }

    // What a start or stop reads and writes.
    enum class Way : std::uint8_t { TimeStamp, TimeStampSampled, TimeStampAndTrace, Any };

    static Way wayOf(const MetricSet& metrics, bool traced, bool sampled) noexcept;

    // Apart, so that none of the ways saves registers for another one.
    static void startSampled(ThreadAnchor& anchor, std::uint32_t timer) noexcept;
    static void stopSampled(ThreadAnchor& anchor, std::uint32_t timer) noexcept;
    static void startTraced(ThreadAnchor& anchor, std::uint32_t timer) noexcept;
    static void stopTraced(ThreadAnchor& anchor, std::uint32_t timer) noexcept;
    [[gnu::noinline]] void startSlowly(ThreadAnchor& anchor, std::uint32_t timer) noexcept;
    [[gnu::noinline]] void stopSlowly(ThreadAnchor& anchor, TimerId timer) noexcept;
    [[gnu::noinline]] void triggerSlowly(ThreadAnchor& anchor, std::uint32_t event,
                                         double value) noexcept;
    void startIn(ThreadArea& area, std::uint32_t timer) noexcept;
    std::uint32_t instanceOf(ThreadArea& area, std::uint32_t phase) noexcept;
    const MetricSet& measured() const noexcept {
        return *measured_.load(std::memory_order_acquire);
    }

    void beforeFork() noexcept override;
    void afterForkInParent() noexcept override;
    void afterForkInChild(bool usable) noexcept override;
    void unlockForked() noexcept;
    bool separate() const noexcept;
    void noteParent() const noexcept;
    static void requireOutside(const char* function);
    void requireOwn(const char* function) const;
    void noteFact(std::string_view key, std::string_view value) const;

    ThreadArea* attachThread() noexcept;
    void setSamplingOverhead(const SamplingOptions& options);
    [[gnu::cold]] void refuse(ThreadAnchor& anchor, std::uint32_t id, RefusedUse use) noexcept;
    void startUnknown(std::uint32_t timer) noexcept;
    void startSpread(std::uint32_t timer) noexcept;
    std::uint32_t withSpread(std::uint32_t timer);
    void triggerUnknown(std::uint32_t event) noexcept;
    Profile read(bool countOpen) const;
    std::optional<std::string> measureOverhead() const;

    void count(std::uint64_t SegmentHeader::*counter) const noexcept;

    const std::uint64_t number_;
    SamplingPolicy sampling_;           // before threads_, whose areas use it
    ProbeOverhead samplingOverhead_{};  // in the metric's unit
    // Threads that outlive the engine keep the registry, and so the segment.
    std::shared_ptr<ThreadRegistry> threads_;
    mutable NameTable names_;
    mutable TimerTable timers_;
    EventTable events_;
    // The last one is used; the others may still be read. Changed under the registry's mutex, and
    // only while no thread has an area.
    std::vector<std::unique_ptr<MetricSet>> sets_;
    std::atomic<const MetricSet*> measured_;
    const std::uint32_t maxDepth_;
    const std::vector<std::string> spread_;
    const std::unique_ptr<SlotArray> durations_;  // by timer: its event; null where there is none
    const std::uint32_t phaseInstances_;
    const bool quantiles_;
    const bool sumsAlone_;  // all that is kept of an event that keeps no path
    Way way_;               // as measured_
    mutable std::atomic<std::uint64_t> startNs_;
    mutable std::mutex factsMutex_;
    mutable std::mutex indexMutex_;
    mutable TimerIndex index_;  // under indexMutex_
    mutable LiveFloors floors_;
    mutable std::mutex pairMutex_;
    mutable std::optional<ProbeOverhead> probeOverhead_;
    mutable std::array<double, kMaxMetrics> overheadError_{};
    // What the metrics showed right after the fork, in a child.
    MetricTicks forkTicks_{};
    std::uint64_t forkNs_ = 0;
};

}  // namespace gantry::perf
