#pragma once

#include <perf/model/EventStats.hpp>
#include <sidl/array.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace performance::native {

/// Events as a port shows them; null where an event is not known.
using EventRows = std::vector<const gantry::perf::EventStats*>;

/// Those that have values. They stay where they are.
[[nodiscard]] EventRows triggered(const std::vector<gantry::perf::EventStats>& events);

/// The events of those names, as displayName() has them, in the order of the names.
[[nodiscard]] EventRows named(const std::vector<gantry::perf::EventStats>& events,
                              const std::vector<std::string>& names);

/// The answer to getEventStatistics, one element for each event; zeros for an unknown one.
struct EventColumns {
    sidl::array<std::int64_t>& numSamples;
    sidl::array<double>& min;
    sidl::array<double>& max;
    sidl::array<double>& mean;
    sidl::array<double>& deviation;

    void fill(const EventRows& events) const;
};

}  // namespace performance::native
