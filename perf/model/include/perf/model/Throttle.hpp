#pragma once

#include <perf/model/Profile.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gantry::perf {

/// When a timer costs more to measure than it is worth. The default throttles nothing. Both
/// criteria may be set; a timer that either of them selects is throttled.
struct ThrottleRule {
    /// A timer called more often than this ...
    std::uint64_t calls = 0;
    /// ... that takes less than this on average, ns, is throttled. 0: none is.
    double averageNs = 0;
    /// The largest part of the measured time that measuring may take, such as 0.02; 0: any.
    double budget = 0;
    /// Timers whose full name or group fits one of these patterns are left alone.
    std::vector<std::string> exempt;

    bool empty() const noexcept { return averageNs <= 0 && budget <= 0; }

    friend bool operator==(const ThrottleRule&, const ThrottleRule&) = default;
};

/// Reads "CALLS:AVERAGE" such as "100000:10us" (units ns, us, ms, s). Throws std::invalid_argument
/// that says what is wrong and how it is written.
void parseThrottle(std::string_view text, ThrottleRule& rule);

/// The timers to be throttled, by id. `whole` is everything measured so far and decides by the
/// average; `recent` is what happened lately (see diff) and decides by the budget: the timers with
/// the least time per call are given up until the rest keeps within it. Timers that are throttled
/// already and parameters are left out. Needs a first metric in ns, and for the budget a pair cost;
/// else there is nothing to decide by, and the list is empty.
std::vector<std::uint32_t> timersToThrottle(const Profile& whole, const Profile& recent,
                                            const ThrottleRule& rule);

}  // namespace gantry::perf
