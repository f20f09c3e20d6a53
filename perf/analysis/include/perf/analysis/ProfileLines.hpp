#pragma once

#include <perf/model/Profile.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace gantry::perf {

/// One timer of the profile by component and method. Values are in the units of the profile's
/// metrics, as in TimerRecord.
struct ProfileLine {
    /// The instance; "" for a timer that belongs to none.
    std::string component;
    std::string type;
    std::string method;
    std::string kind;
    std::uint64_t calls = 0;
    /// Starts of other timers directly inside.
    std::uint64_t childCalls = 0;
    MetricValues inclusive{};
    MetricValues exclusive{};
    bool running = false;
    std::uint64_t untimed = 0;  ///< calls that were not timed; these errors are then not 0
    MetricValues inclusiveError{};
    MetricValues exclusiveError{};
};

/// The names of a timer: those of components are called INSTANCE::METHOD and have the instance as
/// their group; others are shown as they are. Without figures.
ProfileLine lineOf(const TimerInfo& timer);

/// The started timers over all threads and ranks, largest exclusive value of the first metric
/// first. Instances of phases are left out: they are in the table of phases. Those of which some
/// calls were not timed have " (1 in N)" behind their method.
std::vector<ProfileLine> profileLines(const Profile& profile);

}  // namespace gantry::perf
