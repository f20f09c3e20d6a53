#pragma once

#include <perf/model/Profile.hpp>

#include <cstdint>
#include <vector>

namespace gantry::perf {

/// One timer over all its call paths, and over all threads where flat() had all. Values are in the
/// units of the profile's metrics.
struct TimerRecord {
    TimerInfo info;
    std::uint64_t calls = 0;       ///< starts; a running call is counted
    std::uint64_t childCalls = 0;  ///< starts of other timers directly inside it
    MetricValues inclusive{};      ///< a call inside a call of the same timer is counted once
    MetricValues exclusive{};      ///< inclusive without what the timers inside it took
    bool running = false;          ///< on any thread
    /// Calls that were counted and not timed. Where there are some, and in a compensated profile,
    /// the values are estimates, and the next two say by how much they are off at most, with 99 %.
    std::uint64_t untimed = 0;
    MetricValues inclusiveError{};
    /// Also where calls inside it were not timed.
    MetricValues exclusiveError{};

    friend bool operator==(const TimerRecord&, const TimerRecord&) = default;
};

/// The timers that were started, in the order of their ids, summed over all threads.
///
/// Exclusive values of all timers of kind Timer and Phase add up to the measured total. A parameter
/// never changes the figures of its timer: what was recorded under a parameter is contained in the
/// timer's exclusive values and child calls, and shown a second time in the parameter's own record.
///
/// Cost: one pass over all nodes, times the depth of recursion.
///
/// - Inclusive: what passed while the timer ran, with what was called inside.
/// - Exclusive: the same without what ran in other timers directly inside.
///
///     for (const TimerRecord& record : flat(profile)) {
///         std::cout << fullName(record.info) << ' ' << record.exclusive[0] << '\n';
///     }
std::vector<TimerRecord> flat(const Profile& profile);

/// The same for one thread of the profile. profile is the one that the thread is part of: timers
/// are looked up in it.
std::vector<TimerRecord> flat(const Profile& profile, const ThreadProfile& thread);

/// The exclusive values of each node of a thread: inclusive without those of the nodes directly
/// below. By place of the node. One pass. In a difference of two profiles, and for running calls
/// read while they ran, a value may be slightly negative.
std::vector<MetricValues> exclusiveValues(const ThreadProfile& thread);

/// By how much each of these is off at most where calls were not timed. Errors of independent
/// estimates: the root of the sum of their squares. All are 0 where every call was timed.
std::vector<MetricValues> exclusiveErrors(const ThreadProfile& thread);

/// The error of a sum of two values that are off independently of each other. sqrt(error^2 +
/// other^2), rounded up.
std::int64_t errorOfSum(std::int64_t error, std::int64_t other) noexcept;

}  // namespace gantry::perf
