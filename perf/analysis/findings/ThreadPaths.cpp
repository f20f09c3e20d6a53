#include <perf/analysis/findings/ThreadPaths.hpp>
#include <perf/model/Flat.hpp>

#include <vector>

namespace gantry::perf {

std::string pathInThread(const Profile& profile, const ThreadProfile& thread, std::int32_t node) {
    std::string path;
    while (node >= 0) {
        const CallPathNode& each = thread.nodes[static_cast<std::size_t>(node)];
        const std::string name = fullName(profile.timers[each.timer]);
        path = path.empty() ? name : name + " > " + path;
        node = each.parent;
    }
    return path;
}

std::optional<std::int32_t> longestBelow(const ThreadProfile& thread, std::int32_t top,
                                         std::size_t metric) {
    const std::vector<MetricValues> own = exclusiveValues(thread);
    // Parents come before their children.
    std::vector<bool> below(thread.nodes.size());
    std::optional<std::int32_t> longest;
    for (std::size_t i = 0; i < thread.nodes.size(); ++i) {
        const std::int32_t parent = thread.nodes[i].parent;
        below[i] = static_cast<std::int32_t>(i) == top ||
                   (parent >= 0 && below[static_cast<std::size_t>(parent)]);
        if (below[i] && own[i][metric] > 0 &&
            (!longest || own[i][metric] > own[static_cast<std::size_t>(*longest)][metric])) {
            longest = static_cast<std::int32_t>(i);
        }
    }
    return longest;
}

}  // namespace gantry::perf
