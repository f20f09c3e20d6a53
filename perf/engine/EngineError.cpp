#include <perf/engine/EngineError.hpp>
#include <perf/segment/NameTable.hpp>

namespace gantry::perf {

std::string roomError(std::string_view function, std::string_view name) {
    if (name.size() > NameTable::kLongest) {
        return std::string(function) + ": a name of " + std::to_string(name.size()) +
               " bytes is longer than the " + std::to_string(NameTable::kLongest) +
               " bytes that are kept; shorten it";
    }
    return std::string(function) + ": no room for '" + std::string(name) +
           "': the memory for measuring is used up; raise EngineOptions::segment.limit";
}

}  // namespace gantry::perf
