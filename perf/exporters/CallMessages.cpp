// Calls with their messages. The module for MPI records what a call sent or received behind its
// stop (docs/formats/trace.md), so a stop is held back until the events behind it are read.

#include <perf/exporters/CallMessages.hpp>

#include <cmath>
#include <set>
#include <utility>

namespace gantry::perf {

namespace {

using Kind = MessageEvent::Kind;

std::map<std::uint32_t, MessageEvent> messageEvents(const Trace& trace) {
    std::map<std::uint32_t, MessageEvent> events;
    for (const auto& [id, name] : trace.tables().events) {
        EventStats event;
        event.name = name;
        if (auto about = messageEvent(event)) {
            events[id] = *std::move(about);
        }
    }
    return events;
}

std::optional<std::int64_t> wholeNumber(double value) {
    return value >= -0x1p63 && value < 0x1p63 ? std::optional(static_cast<std::int64_t>(value))
                                              : std::nullopt;
}

}  // namespace

CallMessages::CallMessages(const Trace& trace, std::uint32_t thread, ExportWindow window)
    : steps_(trace, thread, window), about_(messageEvents(trace)) {}

bool CallMessages::take(TraceStep& step) {
    if (ahead_) {
        step = *std::exchange(ahead_, std::nullopt);
        return true;
    }
    return steps_.next(step);
}

bool CallMessages::next(CallSteps& call) {
    call = {};
    TraceStep step;
    if (!take(step)) {
        return false;
    }
    if (step.kind == TraceStep::Kind::Value) {
        call.values.push_back(step);
        return true;
    }
    if (step.kind == TraceStep::Kind::Enter) {
        call.enter = step;
        if (!take(step)) {
            return true;
        }
        if (step.kind != TraceStep::Kind::Leave) {
            ahead_ = step;
            return true;
        }
    }
    call.leave = step;
    takeValues(call);
    return true;
}

void CallMessages::takeValues(CallSteps& call) {
    for (TraceStep step; take(step);) {
        if (step.kind != TraceStep::Kind::Value) {
            ahead_ = step;
            return;
        }
        call.values.push_back(step);
        // Other events of the call, such as the bytes it sent, may come between.
        if (about_.count(step.id) > 0) {
            note(step, call);
        }
    }
}

// A detail belongs to the last of the other events above it.
void CallMessages::note(const TraceStep& step, CallSteps& call) const {
    const MessageEvent& about = about_.at(step.id);
    const std::optional<std::int64_t> value = wholeNumber(step.value);
    if (!value) {
        return;
    }
    switch (about.kind) {
        case Kind::Tag:
            if (!call.messages.empty()) {
                call.messages.back().tag = value;
            }
            break;
        case Kind::Posted:
            if (!call.messages.empty()) {
                call.messages.back().posted = value;
            }
            break;
        case Kind::Root:
            if (!call.messages.empty()) {
                call.messages.back().root = value;
            }
            break;
        case Kind::Message:
        case Kind::Received:
        case Kind::OneSided:
        case Kind::CollectiveCalls:
            call.messages.push_back({about, *value, {}, {}, {}, step.time});
            break;
        default:
            break;
    }
}

Communicators communicatorsOf(const ExportSource& source) {
    std::set<std::uint32_t> exported;
    for (const RankTrace& rank : source.traces) {
        if (!rank.trace->threads().empty()) {
            exported.insert(rank.rank);
        }
    }
    std::map<std::string, std::set<std::uint32_t>> members;
    for (const RankTrace& rank : source.traces) {
        for (const auto& [id, about] : messageEvents(*rank.trace)) {
            const auto add = [&, &communicator = about.communicator](std::int64_t member) {
                if (member >= 0 && member <= 0xffffffff &&
                    exported.count(static_cast<std::uint32_t>(member)) > 0) {
                    members[communicator].insert(static_cast<std::uint32_t>(member));
                }
            };
            if (about.communicator.empty()) {
                continue;
            }
            add(rank.rank);
            add(about.from.value_or(-1));
            add(about.to.value_or(-1));
        }
    }
    Communicators communicators;
    for (const auto& [name, ranks] : members) {
        communicators[name].assign(ranks.begin(), ranks.end());
    }
    return communicators;
}

}  // namespace gantry::perf
