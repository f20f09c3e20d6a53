#include <perf/exporters/TraceSteps.hpp>

#include <algorithm>
#include <bit>

namespace gantry::perf {

TraceSteps::TraceSteps(const Trace& trace, std::uint32_t thread, ExportWindow window)
    : cursor_(trace, thread), clock_(trace.tables().clock.value_or(TraceClock{})), window_(window) {
    if (clock_.unit != "ns") {
        throw ExportError("the records of the trace are in '" + clock_.unit +
                          "', not in ns; measure a clock as the first metric");
    }
}

bool TraceSteps::next(TraceStep& step) {
    while (ready_.empty() && !done_) {
        TraceRecord record{};
        if (cursor_.next(record)) {
            take(record);
            continue;
        }
        // A window that lies behind the last record is empty.
        closeAll(last_);
        done_ = true;
    }
    if (ready_.empty()) {
        return false;
    }
    step = ready_.front();
    ready_.pop_front();
    return true;
}

void TraceSteps::take(const TraceRecord& record) {
    if (record.kind() == TraceKind::Value) {
        takeValue(record);
        return;
    }
    hasEvent_ = false;
    // Clocks of different processors may differ by some ticks.
    const std::int64_t time = std::max(last_, clock_.since(record.time));
    if (time > window_.to) {
        closeAll(window_.to);
        done_ = true;
        return;
    }
    switch (record.kind()) {
        case TraceKind::Start:
            advance(time);
            enter(record.id(), time);
            break;
        case TraceKind::Stop:
            advance(time);
            // A stop whose start was lost is left out.
            if (!open_.empty() && open_.back().timer == record.id()) {
                leave(time, false);
            }
            break;
        case TraceKind::Event:
            advance(time);
            // The value is the next record; until it comes, the event is only noted.
            event_ = record.id();
            eventTime_ = time;
            hasEvent_ = true;
            break;
        case TraceKind::Lost:
            // What was open before may have ended in between.
            closeAll(last_);
            break;
        default:
            break;
    }
}

void TraceSteps::takeValue(const TraceRecord& record) {
    if (hasEvent_ && inside_) {
        TraceStep step;
        step.kind = TraceStep::Kind::Value;
        step.id = event_;
        step.time = eventTime_;
        step.depth = open_.size();
        step.value = std::bit_cast<double>(record.time);
        ready_.push_back(step);
    }
    hasEvent_ = false;
}

// Calls that are open when the window begins begin with it.
void TraceSteps::advance(std::int64_t time) {
    last_ = time;
    if (inside_ || time < window_.from) {
        return;
    }
    inside_ = true;
    for (std::size_t i = 0; i < open_.size(); ++i) {
        open_[i].since = window_.from;
        TraceStep step;
        step.id = open_[i].timer;
        step.time = window_.from;
        step.depth = i;
        step.cut = true;
        ready_.push_back(step);
    }
}

void TraceSteps::enter(std::uint32_t timer, std::int64_t time) {
    if (inside_) {
        TraceStep step;
        step.id = timer;
        step.time = time;
        step.depth = open_.size();
        ready_.push_back(step);
    }
    open_.push_back({timer, time});
}

void TraceSteps::leave(std::int64_t time, bool cut) {
    const Open open = open_.back();
    open_.pop_back();
    if (inside_) {
        TraceStep step;
        step.kind = TraceStep::Kind::Leave;
        step.id = open.timer;
        step.time = time;
        step.depth = open_.size();
        step.duration = time - open.since;
        step.cut = cut;
        ready_.push_back(step);
    }
}

// Calls that end before the window begins are no part of it. If the window has begun by that time,
// calls that are still open get their begin in it first.
void TraceSteps::closeAll(std::int64_t time) {
    const bool behind = !inside_ && time < window_.from;
    if (!behind && !open_.empty()) {
        advance(time);
    }
    while (!open_.empty()) {
        leave(time, true);
    }
}

std::string threadName(const Trace& trace, std::uint32_t thread) {
    const auto known = trace.tables().threads.find(thread);
    return known == trace.tables().threads.end() ? std::string() : known->second.name;
}

std::string timerGroup(const Trace& trace, std::uint32_t timer) {
    const auto known = trace.tables().timers.find(timer);
    return known == trace.tables().timers.end() ? std::string("default") : known->second.group;
}

}  // namespace gantry::perf
