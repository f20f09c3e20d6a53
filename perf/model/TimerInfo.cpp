#include <perf/model/TimerInfo.hpp>

namespace gantry::perf {

std::string_view kindName(TimerKind kind) {
    switch (kind) {
        case TimerKind::Timer:
            return "timer";
        case TimerKind::Phase:
            return "phase";
        case TimerKind::Parameter:
            return "parameter";
    }
    return "unknown";
}

std::optional<TimerKind> kindFromName(std::string_view name) {
    for (const TimerKind kind : {TimerKind::Timer, TimerKind::Phase, TimerKind::Parameter}) {
        if (name == kindName(kind)) {
            return kind;
        }
    }
    return std::nullopt;
}

std::string fullName(const TimerInfo& timer) {
    return timer.type.empty() ? timer.name : timer.name + ' ' + timer.type;
}

std::string shownName(const TimerInfo& timer) {
    return fullName(timer) + (timer.throttled ? "(throttled)" : "");
}

// How many calls come after a timed one, rounded; nothing where all or none were timed.
std::string samplingMark(std::uint64_t calls, std::uint64_t untimed) {
    if (untimed == 0 || untimed >= calls) {
        return {};
    }
    const std::uint64_t timed = calls - untimed;
    return " (1 in " + std::to_string((calls + timed / 2) / timed) + ')';
}

bool sameTimer(const TimerInfo& a, const TimerInfo& b) {
    return a.name == b.name && a.type == b.type && a.group == b.group && a.kind == b.kind;
}

}  // namespace gantry::perf
