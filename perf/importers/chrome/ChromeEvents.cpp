// Single events of Chrome's trace-event format, sorted into calls by thread, counters and names.
// Members of an event may come in any order, so an event is collected first and taken at its end.

#include "ChromeEvents.hpp"

#include <perf/importers/reading/Decimal.hpp>

#include <algorithm>

namespace gantry::perf {

namespace {

// Microseconds in the file, with digits behind the point.
constexpr int kNsPerUs = 3;

// A thread id is unique in its process only.
std::string keyOf(const std::string& process, const std::string& thread) {
    return process + '\n' + thread;
}

bool isCall(const std::string& phase) {
    return phase == "B" || phase == "E" || phase == "X";
}

const char* kindOf(const std::string& phase) {
    if (phase.empty()) {
        return "event without a phase";
    }
    switch (phase.front()) {
        case 'b':
        case 'e':
        case 'n':
        case 'S':
        case 'T':
        case 'p':
        case 'F':
            return "asynchronous event";
        case 's':
        case 't':
        case 'f':
            return "flow event";
        case 'i':
        case 'I':
        case 'R':
            return "instant event";
        case 'P':
            return "sample";
        default:
            return "event of another kind";
    }
}

}  // namespace

// Of calls that begin at the same time the longest comes first: it is the one around the others.
void sortByTime(std::vector<ChromeCall>& calls) {
    std::stable_sort(
        calls.begin(), calls.end(),
        [](const ChromeCall& left, const ChromeCall& right) { return left.time < right.time; });
    const auto isWhole = [](const ChromeCall& call) {
        return call.phase == ChromeCall::Phase::Whole;
    };
    for (auto first = calls.begin(); first != calls.end();) {
        const std::int64_t time = first->time;
        const auto end = std::find_if(first, calls.end(), [&](const ChromeCall& call) {
            return call.time != time || !isWhole(call);
        });
        std::stable_sort(first, end, [](const ChromeCall& left, const ChromeCall& right) {
            return left.end > right.end;
        });
        // A begin or an end keeps its place: their order in the file is that in which they
        // happened.
        first = end == first ? first + 1 : end;
    }
}

std::string ChromeEvents::textOf(JsonCursor& json) {
    const JsonCursor::Kind kind = json.kind();
    if (kind == JsonCursor::Kind::Text || kind == JsonCursor::Kind::Number) {
        return json.numberOrText();
    }
    json.skip();
    return {};
}

std::int64_t ChromeEvents::timeOf(JsonCursor& json) {
    profile_.at(json.offset());
    const std::optional<std::int64_t> time = scaledDecimal(json.numberOrText(), kNsPerUs);
    if (!time) {
        profile_.fail("the time is not a number of microseconds, or is beyond 2^63 ns");
    }
    return *time;
}

void ChromeEvents::readMember(JsonCursor& json, const std::string& member, Event& event) {
    if (member == "ph") {
        event.phase = textOf(json);
    } else if (member == "name") {
        event.name = textOf(json);
    } else if (member == "cat") {
        event.category = textOf(json);
    } else if (member == "pid") {
        event.process = textOf(json);
    } else if (member == "tid") {
        event.thread = textOf(json);
    } else if (member == "ts") {
        event.time = timeOf(json);
    } else if (member == "dur") {
        event.duration = timeOf(json);
    } else {
        if (member == "args" && json.kind() == JsonCursor::Kind::Object) {
            // What arguments mean depends on the phase, which may come behind them: they are read
            // again when it is known.
            event.arguments = json.offset();
        }
        json.skip();
    }
}

void ChromeEvents::read(JsonCursor& json) {
    const std::size_t place = json.offset();
    Event event;
    json.enterObject();
    for (std::string member; json.nextMember(member);) {
        readMember(json, member, event);
    }
    profile_.at(place);
    take(event, json);
}

void ChromeEvents::take(const Event& event, JsonCursor& json) {
    if (isCall(event.phase)) {
        addCall(event);
    } else if (event.phase == "C") {
        addCounter(event, json);
    } else if (event.phase == "M") {
        addName(event, json);
    } else {
        ++skipped_[kindOf(event.phase)];
    }
}

ChromeThread& ChromeEvents::threadOf(const Event& event) {
    const auto [entry, isNew] =
        places_.try_emplace(keyOf(event.process, event.thread), threads_.size());
    if (isNew) {
        threads_.push_back({entry->first, event.process, event.thread, {}});
    }
    return threads_[entry->second];
}

void ChromeEvents::addCall(const Event& event) {
    if (!event.time) {
        profile_.fail("the event has no time 'ts'; the file is damaged");
    }
    ChromeCall call;
    call.time = *event.time;
    call.end = call.time;
    // An end may lack the name, and the category even where its begin has one.
    const bool isNamed = event.phase != "E" || profile_.hasTimer(event.name, event.category);
    // No timer is made for an end alone.
    call.timer = isNamed ? profile_.timer(event.name, {}, event.category) : 0;
    if (event.phase == "B") {
        call.phase = ChromeCall::Phase::Begin;
    } else if (event.phase == "E") {
        call.phase = isNamed ? ChromeCall::Phase::End : ChromeCall::Phase::EndInnermost;
    } else {
        call.phase = ChromeCall::Phase::Whole;
        const std::int64_t duration = event.duration.value_or(0);
        if (duration < 0 || __builtin_add_overflow(call.time, duration, &call.end)) {
            profile_.fail("the duration is negative, or ends beyond 2^63 ns");
        }
    }
    call.offset = profile_.offset();
    threadOf(event).calls.push_back(call);
}

void ChromeEvents::addCounter(const Event& event, const JsonCursor& json) {
    if (!event.arguments) {
        return;
    }
    JsonCursor arguments = json.copyAt(*event.arguments);
    arguments.enterObject();
    for (std::string series; arguments.nextMember(series);) {
        if (arguments.kind() != JsonCursor::Kind::Number) {
            arguments.skip();
            continue;
        }
        if (const std::optional<double> value = realNumber(arguments.number())) {
            profile_.addEvent(event.name + (series.empty() ? "" : " " + series), *value);
        }
    }
}

void ChromeEvents::addName(const Event& event, const JsonCursor& json) {
    const bool isProcess = event.name == "process_name";
    if ((!isProcess && event.name != "thread_name") || !event.arguments) {
        return;
    }
    JsonCursor arguments = json.copyAt(*event.arguments);
    arguments.enterObject();
    for (std::string member; arguments.nextMember(member);) {
        if (member == "name") {
            names_[isProcess ? event.process : keyOf(event.process, event.thread)] =
                textOf(arguments);
        } else {
            arguments.skip();
        }
    }
}

std::string ChromeEvents::nameOf(const ChromeThread& thread) const {
    const auto named = [this](const std::string& key, const char* kind, const std::string& id) {
        const auto name = names_.find(key);
        return name != names_.end() ? name->second : id.empty() ? "" : kind + (" " + id);
    };
    const std::string process = named(thread.process, "process", thread.process);
    const std::string own = named(thread.key, "thread", thread.thread);
    return process + (process.empty() || own.empty() ? "" : ": ") + own;
}

std::string ChromeEvents::skippedText() const {
    std::string text;
    for (const auto& [kind, number] : skipped_) {
        text += (text.empty() ? "" : ", ") + counted(number, kind);
    }
    return text.empty() ? text : "not read: " + text;
}

}  // namespace gantry::perf
