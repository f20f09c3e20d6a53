#pragma once

#include <perf/model/Profile.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace gantry::perf {

/// One timer of the profile by component and method.
struct ProfileLine {
    std::string component;
    std::string type;
    std::string method;
    std::string kind;
    std::uint64_t calls = 0;
    std::uint64_t childCalls = 0;
    MetricValues inclusive{};
    MetricValues exclusive{};
    bool running = false;
};

/// The names of a timer: those of components are called INSTANCE::METHOD and have the instance as
/// their group; others are shown as they are. Without figures.
ProfileLine lineOf(const TimerInfo& timer);

/// The started timers over all threads and ranks, largest exclusive value of the first metric
/// first.
std::vector<ProfileLine> profileLines(const Profile& profile);

}  // namespace gantry::perf
