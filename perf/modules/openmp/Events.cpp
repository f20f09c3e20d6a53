#include "Events.hpp"

#include <algorithm>
#include <string_view>

namespace gantry::openmp {

Events eventsIn(const char* words) noexcept {
    Events events;
    std::string_view left = words != nullptr ? words : "";
    while (!left.empty()) {
        const std::size_t end = std::min(left.find(','), left.size());
        const std::string_view word = left.substr(0, end);
        events.work = events.work || word == "work" || word == "all";
        events.mutex = events.mutex || word == "mutex" || word == "all";
        events.tasks = events.tasks || word == "tasks" || word == "all";
        left.remove_prefix(std::min(end + 1, left.size()));
    }
    return events;
}

}  // namespace gantry::openmp
