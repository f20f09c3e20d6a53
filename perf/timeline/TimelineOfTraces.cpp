// From the records of a trace to the rows of a timeline: numbers of names, one clock for the ranks
// of a machine, and events with the values that follow them.

#include <perf/segment/SegmentReader.hpp>
#include <perf/timeline/TimelineOfTraces.hpp>
#include <perf/trace/TraceCursor.hpp>

#include <bit>
#include <cstdlib>
#include <unordered_map>
#include <utility>

namespace gantry::perf {

namespace {

// A kind that this program does not know is that of a function.
OperationKind kindOf(const TraceOperation& operation) {
    return operation.kind <= static_cast<std::uint32_t>(OperationKind::User)
               ? static_cast<OperationKind>(operation.kind)
               : OperationKind::Function;
}

// The numbers of the names of one trace in the timeline.
// Each trace has ids of its own; the builder gives equal names of different ranks one number. The
// maps here spare the builder's look-up by text for each record.
class Numbers final {
public:
    Numbers(const Trace& trace, TimelineBuilder& builder, const ActivityOf& activity)
        : trace_(trace), builder_(builder), activity_(activity) {}

    std::uint32_t timer(std::uint32_t id) {
        const auto [known, isNew] = timers_.try_emplace(id);
        if (isNew) {
            TimelineName name;
            const auto& timers = trace_.tables().timers;
            if (const auto found = timers.find(id); found != timers.end()) {
                name.text = found->second.name;
                name.component = found->second.type;
                name.group = found->second.group;
            } else {
                name.text = trace_.timerName(id);
            }
            name.kind = kindOf(trace_.timerOperation(id));
            name.activity = activity_ ? activity_(name.text) : std::nullopt;
            known->second = builder_.name(name);
        }
        return known->second;
    }

    std::uint32_t event(std::uint32_t id) {
        const auto [known, isNew] = events_.try_emplace(id);
        if (isNew) {
            known->second =
                builder_.name({trace_.eventName(id), {}, {}, OperationKind::Counter, {}});
        }
        return known->second;
    }

private:
    const Trace& trace_;
    TimelineBuilder& builder_;
    const ActivityOf& activity_;
    std::unordered_map<std::uint32_t, std::uint32_t> timers_;
    std::unordered_map<std::uint32_t, std::uint32_t> events_;
};

std::int64_t unitsBetween(const TraceClock& clock, std::uint64_t ticks) {
    return TimelineClock{clock.startTicks, clock.unitsPerTick, 0}.ns(ticks);
}

}  // namespace

TimelineOfTraces::TimelineOfTraces(TimelineBuilder& builder, ActivityOf activity,
                                   TimelineProgress progress)
    : builder_(builder), activity_(std::move(activity)), progress_(std::move(progress)) {}

void TimelineOfTraces::add(const Trace& trace, std::int32_t rank) {
    const TraceClock clock = trace.tables().clock.value_or(TraceClock{});
    if (!first_) {
        first_ = clock;
    }
    // As MessageMatcher does: a tick of the first clock would have been that moment here.
    constexpr std::int64_t kSameClockNs = 100'000'000;
    const std::int64_t expected = first_->startUtcNs + unitsBetween(*first_, clock.startTicks);
    const bool isSame = std::abs(clock.startUtcNs - expected) < kSameClockNs;
    const TraceClock& used = isSame ? *first_ : clock;
    const TimelineClock of{used.startTicks, used.unitsPerTick,
                           isSame ? 0 : clock.startUtcNs - first_->startUtcNs};
    for (const auto& [thread, chunks] : trace.threads()) {
        addThread(trace, thread, of, rank);
    }
}

// A trace has the value of an event as a record of its own behind it (docs/formats/trace.md). An
// event is thus held back until the next record shows whether there is a value.
void TimelineOfTraces::addThread(const Trace& trace, std::uint32_t thread,
                                 const TimelineClock& clock, std::int32_t rank) {
    TimelineRow row;
    row.rank = rank;
    row.thread = thread;
    row.clock = clock;
    const auto& threads = trace.tables().threads;
    if (const auto known = threads.find(thread); known != threads.end()) {
        row.label = known->second.name;
    }
    builder_.beginRow(row);
    Numbers numbers(trace, builder_, activity_);
    TraceCursor cursor(trace, thread);
    std::optional<std::pair<std::uint64_t, std::uint32_t>> event;  // whose value may come next
    const auto putEvent = [&](std::optional<double> value) {
        if (event) {
            builder_.event(event->first, event->second, value);
            event.reset();
        }
    };
    for (TraceRecord record{}; cursor.next(record);) {
        if (record.kind() == TraceKind::Value) {
            putEvent(std::bit_cast<double>(record.time));
            continue;
        }
        putEvent(std::nullopt);
        switch (record.kind()) {
            case TraceKind::Start:
                builder_.start(record.time, numbers.timer(record.id()));
                break;
            case TraceKind::Stop:
                builder_.stop(record.time, numbers.timer(record.id()));
                break;
            case TraceKind::Event:
                event = {record.time, numbers.event(record.id())};
                break;
            case TraceKind::Lost:
                builder_.lost(record.time, record.id());
                break;
            default:
                break;
        }
        // Progress is for people: once in a million records costs little.
        constexpr std::uint64_t kSeldom = std::uint64_t{1} << 20U;
        if (++records_ % kSeldom == 0 && progress_) {
            progress_(records_);
        }
    }
    putEvent(std::nullopt);
}

}  // namespace gantry::perf
