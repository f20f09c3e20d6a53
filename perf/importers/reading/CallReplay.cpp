// Begins and ends of calls, in the order of time, as sums over call paths. Files of other tools are
// not always balanced: whatever comes, each call ends once, not after the one around it, and what
// had to be cut is counted. Ends come out in the order of time as well, so the same calls are a
// trace.

#include <perf/importers/reading/CallReplay.hpp>

#include <algorithm>
#include <limits>

namespace gantry::perf {

Unbalanced& Unbalanced::operator+=(const Unbalanced& other) {
    open += other.open;
    strayEnds += other.strayEnds;
    cut += other.cut;
    return *this;
}

std::string Unbalanced::text() const {
    std::string text;
    const auto add = [&text](std::uint64_t number, const std::string& noun, const char* what) {
        if (number > 0) {
            text += (text.empty() ? "" : ", ") + counted(number, noun) + what;
        }
    };
    add(open, "call", " without an end");
    add(strayEnds, "end", " without a begin");
    add(cut, "call", " cut at the end of the one around");
    return text;
}

std::int64_t CallReplay::limit() const {
    return stack_.empty() ? std::numeric_limits<std::int64_t>::max() : stack_.back().limit;
}

void CallReplay::open(std::uint32_t timer, std::int64_t time) {
    closeEnded(time);
    Open call;
    call.node =
        profile_.child(thread_, stack_.empty() ? ImportedProfile::kTop : stack_.back().node, timer);
    call.timer = timer;
    call.begun = time;
    // No call ends after the one around it.
    call.limit = limit();
    profile_.addCalls(thread_, call.node, 1);
    profile_.noteStart(thread_, timer, metric_, time);
    stack_.push_back(call);
}

void CallReplay::begin(std::uint32_t timer, std::int64_t time) {
    open(timer, time);
}

void CallReplay::call(std::uint32_t timer, std::int64_t time, std::int64_t end) {
    open(timer, time);
    Open& call = stack_.back();
    call.isEndKnown = true;
    if (call.limit < end) {
        ++unbalanced_.cut;
    }
    call.limit = std::min(call.limit, end);
}

void CallReplay::close(std::int64_t time) {
    const Open call = stack_.back();
    stack_.pop_back();
    std::int64_t duration = 0;
    std::int64_t own = 0;
    // Times come from the file, so their differences need not fit.
    if (__builtin_sub_overflow(time, call.begun, &duration) ||
        __builtin_sub_overflow(duration, call.inside, &own)) {
        profile_.fail("the times of a call are too far apart; the file is damaged");
    }
    // Own time only; ImportedProfile makes inclusive values of it.
    profile_.add(thread_, call.node, metric_, own);
    profile_.noteStop(thread_, call.timer, metric_, time);
    // Calls inside are at most as long as the one around: the sum fits as its duration does.
    if (!stack_.empty() &&
        __builtin_add_overflow(stack_.back().inside, duration, &stack_.back().inside)) {
        profile_.fail("the times of calls are too large; the file is damaged");
    }
}

// A call without a known end may end at the very moment of the one around it.
void CallReplay::closeEnded(std::int64_t time) {
    while (!stack_.empty()) {
        const Open& call = stack_.back();
        // Calls with a known end are over at their end, so one that begins then is not inside.
        if (call.isEndKnown ? call.limit > time : call.limit >= time) {
            return;
        }
        unbalanced_.cut += call.isEndKnown ? 0U : 1U;
        close(call.limit);
    }
}

void CallReplay::end(std::uint32_t timer, std::int64_t time) {
    closeEnded(time);
    const auto found = std::find_if(stack_.rbegin(), stack_.rend(), [timer](const Open& call) {
        // An end without a duration belongs to a begin without one.
        return call.timer == timer && !call.isEndKnown;
    });
    if (found == stack_.rend()) {
        ++unbalanced_.strayEnds;
        return;
    }
    const auto inside = static_cast<std::size_t>(found - stack_.rbegin());
    for (std::size_t i = 0; i < inside; ++i) {
        close(time);
        ++unbalanced_.cut;
    }
    close(time);
}

void CallReplay::end(std::int64_t time) {
    closeEnded(time);
    const bool hasBegun = std::any_of(stack_.begin(), stack_.end(),
                                      [](const Open& call) { return !call.isEndKnown; });
    if (!hasBegun) {
        ++unbalanced_.strayEnds;
        return;
    }
    while (stack_.back().isEndKnown) {
        close(time);
        ++unbalanced_.cut;
    }
    close(time);
}

void CallReplay::finish(std::int64_t time) {
    closeEnded(time);
    while (!stack_.empty()) {
        const Open& call = stack_.back();
        if (call.isEndKnown) {
            // No call inside has ended later.
            time = std::max(time, call.limit);
            close(call.limit);
            continue;
        }
        profile_.markRunning(thread_, call.node);
        ++unbalanced_.open;
        time = std::min(time, call.limit);
        close(time);
    }
}

}  // namespace gantry::perf
