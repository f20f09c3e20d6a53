#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gantry::perf {

/// What a timer stands for. The numbers are in segments, so they do not change.
enum class TimerKind : std::uint8_t {
    Timer,      ///< a piece of code
    Phase,      ///< a stage of the run
    Parameter,  ///< the calls of another timer that had one value of a parameter
};

/// "timer", "phase" or "parameter".
std::string_view kindName(TimerKind kind);

/// The inverse of kindName(); nothing for any other text.
std::optional<TimerKind> kindFromName(std::string_view name);

/// What identifies a timer. Two timers are the same when name, type, group and kind are equal.
struct TimerInfo {
    std::uint32_t id = 0;  ///< place in Profile::timers
    std::string name;      ///< any bytes
    std::string type;      ///< any bytes; often the class of the component
    std::string group;     ///< any bytes
    TimerKind kind = TimerKind::Timer;
    std::int32_t base = -1;  ///< for a Parameter: id of the timer it belongs to; else -1
    bool throttled = false;  ///< switched off in mid-run, because measuring it cost too much

    friend bool operator==(const TimerInfo&, const TimerInfo&) = default;
};

/// The name a timer is shown by: its name, followed by a space and its type unless the type is
/// empty. Two timers that differ in group or kind only have the same full name.
///
///     fullName({0, "solve", "Solver", "default"});    // "solve Solver"
std::string fullName(const TimerInfo& timer);

/// The same, and "(throttled)" behind it where it was throttled.
std::string shownName(const TimerInfo& timer);

/// " (1 in 64)" for a timer of which one call of 64 was timed; empty where all were, or no call
/// was. calls: all of them; untimed: those of them that were only counted.
std::string samplingMark(std::uint64_t calls, std::uint64_t untimed);

/// Whether both describe the same timer: name, type, group and kind are equal, whatever their ids.
bool sameTimer(const TimerInfo& a, const TimerInfo& b);

}  // namespace gantry::perf
