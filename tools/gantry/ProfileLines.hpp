#pragma once

#include <perf/model/Profile.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace gantry::tools {

/// One timer of the profile by component and method.
struct ProfileLine {
    std::string component;
    std::string type;
    std::string method;
    std::string kind;
    std::uint64_t calls = 0;
    std::uint64_t childCalls = 0;
    perf::MetricValues inclusive{};
    perf::MetricValues exclusive{};
    bool running = false;
};

/// The names of a timer: those of components are called INSTANCE::METHOD and have the instance as
/// their group; others are shown as they are. Without figures.
ProfileLine lineOf(const perf::TimerInfo& timer);

/// The started timers over all threads and ranks, largest exclusive value of the first metric
/// first.
std::vector<ProfileLine> profileLines(const perf::Profile& profile);

}  // namespace gantry::tools
