#pragma once

#include <perf/engine/EngineOptions.hpp>
#include <perf/engine/EventTable.hpp>
#include <perf/engine/Ids.hpp>
#include <perf/engine/MetricSet.hpp>
#include <perf/engine/ThreadAnchor.hpp>
#include <perf/engine/ThreadRegistry.hpp>
#include <perf/engine/TimerTable.hpp>
#include <perf/model/Profile.hpp>
#include <perf/segment/Capture.hpp>
#include <perf/segment/NameTable.hpp>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gantry::perf {

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
///     Engine engine;
///     const TimerId solve = engine.registerTimer("solve", "Solver");
///     engine.start(solve);
///     ...
///     engine.stop(solve);
///     for (const TimerRecord& record : flat(engine.snapshot())) { ... }
class Engine final {
public:
    /// Takes less than 1 ms, most of it to calibrate the wall clock. Throws EngineError for options
    /// out of range.
    explicit Engine(EngineOptions options = {});
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    /// The timer with that name, type, group and kind: a new one, or the old one when it was
    /// registered before. Any bytes are allowed. An empty group is the group "default".
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
        ThreadArea* const area = areaOfThread();
        if (area == nullptr) [[unlikely]] {
            return;
        }
        if (metrics_.timeStampOnly()) [[likely]] {
            area->start(id, TimeStampReader{});
        } else {
            area->start(id, metrics_);
        }
    }

    /// Ends the call of the timer that was begun last on this thread. When other timers still run
    /// inside it, they are ended at the same instant and counted as overlap, and the stops that
    /// come for them later do nothing. A stop for a call that began while the group was disabled
    /// does nothing.
    void stop(TimerId timer) noexcept {
        ThreadArea* const area = areaOfThread();
        // kNone marks the bottom of the stack and is never the id of a timer.
        if (area == nullptr || timer == TimerId{kNone}) [[unlikely]] {
            stopUnknown(area);
            return;
        }
        if (metrics_.timeStampOnly()) [[likely]] {
            area->stop(number(timer), TimeStampReader{});
        } else {
            area->stop(number(timer), metrics_);
        }
    }

    /// Records the rest of the running call of the timer also under "NAME [ parameter = value ]",
    /// until the timer's stop. The timer must be the innermost running one of this thread;
    /// otherwise it is a misuse and nothing happens. Takes a mutex; each new value takes memory as
    /// a new timer does.
    void setParameter(TimerId timer, std::string_view parameter, std::int64_t value) noexcept;

    /// Whether start() would record. For callers that want to skip work of their own.
    bool enabled(TimerId timer) const noexcept { return timers_.enabled(number(timer)); }

    /// What is known of the timer. Throws EngineError for an unknown id.
    TimerInfo timerInfo(TimerId timer) const { return timers_.at(number(timer)); }

    /// An event: statistics of the values handed in under this name. The same name gives the same
    /// event.
    EventId registerEvent(std::string_view name);

    /// An event whose values are kept in total and per call path at the moment of the trigger.
    EventId registerContextEvent(std::string_view name);

    /// Hands in one value. Infinities and NaN are a misuse and not recorded.
    void trigger(EventId event, double value) noexcept {
        const std::uint32_t id = number(event);
        if (!events_.enabled(id)) [[unlikely]] {
            if (!events_.known(id)) {
                triggerUnknown(id);
            }
            return;
        }
        if (ThreadArea* const area = areaOfThread(); area != nullptr) [[likely]] {
            area->trigger(id, value, events_.keepsPath(id), quantiles_);
        }
    }

    /// Switches the recording of one event; returns the state before.
    bool setEventEnabled(EventId event, bool enabled);

    /// The group of that name, made when it is new, so that it can be disabled before its first
    /// timer.
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

    /// Measures only the timers the selection includes, from the next start on, those to come as
    /// well; a timer is measured when its group is enabled, too. Returns the selection before.
    Selection select(Selection selection) { return timers_.select(std::move(selection)); }

    /// Switches one timer off, or on again, because of what measuring it costs; it shows as
    /// throttled. Returns the state before. Throws EngineError for an unknown id.
    bool setThrottled(TimerId timer, bool throttled) {
        return timers_.setThrottled(number(timer), throttled);
    }

    /// Names of all groups, by id.
    std::vector<std::string> groups() const { return timers_.groups(); }

    /// The metrics being measured, with their clocks.
    std::vector<Metric> metrics() const { return metrics_.describe(); }

    /// What every metric shows to the calling thread now, in ticks; only differences mean anything.
    /// Costs reading the clocks.
    MetricTicks readMetrics() const noexcept {
        MetricTicks ticks{};
        if (metrics_.timeStampOnly()) [[likely]] {
            TimeStampReader::read(ticks.data());
        } else {
            metrics_.read(ticks.data());
        }
        return ticks;
    }

    /// A difference of ticks in the metrics' units.
    MetricValues units(const MetricTicks& difference) const noexcept;

    /// The number of the calling thread, as ThreadProfile::id has it; nothing where the thread is
    /// ending or there is no memory for it.
    std::optional<std::uint32_t> threadId() noexcept;

    /// Notes a fact about the run, such as its command, for the profile and for who reads the
    /// segment later. Throws EngineError where there is no room.
    void addFact(std::string_view key, std::string_view value);

    /// Everything measured up to now, running timers included, without stopping any thread. Each
    /// record is consistent in itself, and a timer's inclusive value is never less than what is
    /// inside it. The assembly is left empty. Cost: about that of copying the figures and names;
    /// the first one takes a further 0.5 ms to measure what a pair costs.
    Profile snapshot() const;

    /// The same at the end of the run: timers that still run are also counted as left open.
    Profile finalProfile() const;

    /// The call paths alone, as plain words: the picture a snapshot is made of, at about 3 ns a
    /// node.
    std::vector<ThreadCapture> capture() const;

    /// The memory measured into, for readers in this process and, where it is a file, in others.
    const Segment& segment() const noexcept { return threads_->segment(); }

    /// For who takes records out of the rings of a trace.
    Segment& segment() noexcept { return threads_->segment(); }

    /// Leaves the segment's file behind when the engine ends.
    void keepSegment() noexcept { threads_->segment().keepFile(); }

private:
    ThreadArea* areaOfThread() noexcept {
        const ThreadAnchor& anchor = threadAnchor;
        if (anchor.engine == number_) [[likely]] {
            return anchor.area;
        }
        return attachThread();
    }

    ThreadArea* attachThread() noexcept;
    void startUnknown(std::uint32_t timer) noexcept;
    static void stopUnknown(ThreadArea* area) noexcept;
    void triggerUnknown(std::uint32_t event) noexcept;
    Profile read(bool countOpen) const;

    void count(std::uint64_t SegmentHeader::*counter) noexcept;

    const std::uint64_t number_;
    // Threads that outlive the engine keep the registry, and so the segment.
    std::shared_ptr<ThreadRegistry> threads_;
    NameTable names_;
    TimerTable timers_;
    EventTable events_;
    MetricSet metrics_;
    const std::uint32_t maxDepth_;
    const bool quantiles_;
    const std::uint64_t startNs_;
    std::mutex factsMutex_;
    mutable std::once_flag pairMeasured_;
    mutable PairCost pairCost_;
};

}  // namespace gantry::perf
