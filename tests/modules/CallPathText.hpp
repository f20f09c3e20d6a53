#pragma once

#include <perf/model/Profile.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gantry::modules {

// "main > middle > leaf 1000": the calls of each path whose last timer is of the group, a line with
// its end for each node of each thread.
inline std::vector<std::string> pathLines(const gantry::perf::Profile& profile,
                                          const std::string& group) {
    std::vector<std::string> lines;
    for (const auto& thread : profile.threads) {
        for (const auto& node : thread.nodes) {
            if (profile.timers[node.timer].group != group || node.calls == 0) {
                continue;
            }
            std::string path = profile.timers[node.timer].name;
            for (std::int32_t at = node.parent; at >= 0;) {
                const auto& above = thread.nodes[static_cast<std::size_t>(at)];
                path.insert(0, profile.timers[above.timer].name + " > ");
                at = above.parent;
            }
            lines.push_back(path + ' ' + std::to_string(node.calls) + '\n');
        }
    }
    return lines;
}

}  // namespace gantry::modules
