#pragma once

#include <perf/model/Profile.hpp>

#include <cstdint>
#include <vector>

namespace gantry::perf {

/// What one timer took in one phase, or in one instance of it. Values are in the units of the
/// profile's metrics.
struct PhaseRecord {
    std::int32_t phase = -1;     ///< place in Profile::timers; -1 for calls in no phase
    std::int32_t instance = -1;  ///< likewise, a parameter of the phase; -1 for none
    std::uint32_t timer = 0;     ///< a timer or a phase
    std::uint64_t calls = 0;     ///< starts; a running call is counted
    std::uint64_t childCalls = 0;
    MetricValues inclusive;  ///< a call inside one of the same timer in the same phase counts once
    MetricValues exclusive;  ///< inclusive without what the timers inside it took
    bool running = false;    ///< on any thread
    /// By how much the values are off at most: where calls were not timed, and in a compensated
    /// profile; otherwise 0. As in TimerRecord.
    MetricValues inclusiveError;
    MetricValues exclusiveError;

    friend bool operator==(const PhaseRecord&, const PhaseRecord&) = default;
};

/// Whether the timer is an instance of a phase: the calls of a phase with one value of a parameter.
bool isPhaseInstance(const Profile& profile, const TimerInfo& timer);

/// The values of each timer in each phase, summed over threads and call paths, in the order of
/// phase, instance and timer. A call belongs to the innermost phase around it, and the call of a
/// phase to that phase itself; so the exclusive values of all records add up to the measured total.
/// byInstance: each instance of a phase apart, and what is in none of them as a record of the phase
/// without an instance. Parameters of timers are part of their timers.
///
/// Cost: one pass over all nodes, times the depth of recursion.
std::vector<PhaseRecord> phaseValues(const Profile& profile, bool byInstance);

/// The same records in the same order, with the values of compensatedWhereKnown(profile): a record
/// stays where its value is 0 without the measurement overhead.
///
/// Cost: two passes over all nodes and a copy of the profile.
std::vector<PhaseRecord> compensatedPhaseValues(const Profile& profile, bool byInstance);

}  // namespace gantry::perf
