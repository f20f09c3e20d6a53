#pragma once

#include <perf/segment/Layout.hpp>

#include <cstdint>

namespace gantry::perf {

/// Names of things registered with one engine: small integers from 0 in the order of registration.
/// They mean nothing to another engine. Distinct types, so that the id of an event is not taken for
/// that of a timer.
enum class TimerId : std::uint32_t {};
/// Of Engine::registerEvent() and registerContextEvent().
enum class EventId : std::uint32_t {};
/// Of Engine::group(); the place of its name in Engine::groups().
enum class GroupId : std::uint32_t {};

/// The index in the engine's tables, as it is in the segment and in profiles. A TimerId that
/// registerTimer() returned may have kSpreadTimer in it: recordOf() takes it away.
///
///     const TimerInfo& info = profile.timers[recordOf(number(timer))];
constexpr std::uint32_t number(TimerId id) noexcept {
    return static_cast<std::uint32_t>(id);
}
constexpr std::uint32_t number(EventId id) noexcept {
    return static_cast<std::uint32_t>(id);
}
constexpr std::uint32_t number(GroupId id) noexcept {
    return static_cast<std::uint32_t>(id);
}

/// In the number of a timer of which each call is also a value of an event. Such a number is that
/// of no timer where calls are made, so that those of other timers are as they would be without it.
/// start() and stop() find no node of that number and take the slow way, which knows what to do.
inline constexpr std::uint32_t kSpreadTimer = std::uint32_t{1} << 31U;

/// The two upper bits are 10, so that kNone is not such a number.
constexpr bool isSpread(std::uint32_t timer) noexcept {
    return (timer & kSpreadTimer) != 0 && (timer & ~kSpreadTimer) < kSpreadTimer >> 1U;
}
/// The number under which the timer is on record.
constexpr std::uint32_t recordOf(std::uint32_t timer) noexcept {
    return isSpread(timer) ? timer & ~kSpreadTimer : timer;
}

}  // namespace gantry::perf
