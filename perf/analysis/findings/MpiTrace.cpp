#include <perf/analysis/findings/MpiTrace.hpp>

#include <algorithm>

namespace gantry::perf {

std::string MpiTrace::pathText(std::uint32_t path) const {
    if (path == PathChange::kOutside || path >= paths.size()) {
        return "outside of all timers";
    }
    std::string text = paths[path].name;
    for (std::int64_t above = paths[path].parent; above >= 0;
         above = paths[static_cast<std::size_t>(above)].parent) {
        text.insert(0, paths[static_cast<std::size_t>(above)].name + " > ");
    }
    return text;
}

bool MpiTrace::hasCpu() const {
    return !threads.empty() &&
           std::all_of(threads.begin(), threads.end(), [](const MpiThread& thread) {
               return std::all_of(thread.calls.begin() + 1, thread.calls.end(),
                                  [](const MpiCall& call) { return call.cpuBefore >= 0; });
           });
}

}  // namespace gantry::perf
