#include "EventRows.hpp"

#include <algorithm>

namespace performance::native {

// Rows point into `events`, which must outlive them. An event that was made but never triggered has
// no minimum or mean to show.
EventRows triggered(const std::vector<gantry::perf::EventStats>& events) {
    EventRows rows;
    for (const gantry::perf::EventStats& event : events) {
        if (event.count > 0) {
            rows.push_back(&event);
        }
    }
    return rows;
}

EventRows named(const std::vector<gantry::perf::EventStats>& events,
                const std::vector<std::string>& names) {
    EventRows rows;
    for (const std::string& name : names) {
        const auto found =
            std::find_if(events.begin(), events.end(), [&](const gantry::perf::EventStats& known) {
                return gantry::perf::displayName(known) == name;
            });
        // A name without an event keeps its row, which fill() leaves zero: rows are as many as
        // names.
        rows.push_back(found == events.end() ? nullptr : &*found);
    }
    return rows;
}

void EventColumns::fill(const EventRows& events) const {
    const auto length = static_cast<int>(events.size());
    numSamples = sidl::array<std::int64_t>(sidl::array<std::int64_t>::Shape{length});
    for (sidl::array<double>* column : {&min, &max, &mean, &deviation}) {
        *column = sidl::array<double>(sidl::array<double>::Shape{length});
    }
    for (int i = 0; i < length; ++i) {
        if (const auto* const event = events[static_cast<std::size_t>(i)]) {
            numSamples[i] = static_cast<std::int64_t>(event->count);
            min[i] = event->min;
            max[i] = event->max;
            mean[i] = event->mean;
            deviation[i] = event->standardDeviation();
        }
    }
}

}  // namespace performance::native
