#pragma once

#include <perf/model/Profile.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace gantry::modules {

// "main > middle > leaf 1000", one line for each call path with its calls, in the group
// `functions`.
inline std::string pathsOf(const gantry::perf::Profile& profile) {
    std::string text;
    for (const auto& thread : profile.threads) {
        for (const auto& node : thread.nodes) {
            if (profile.timers[node.timer].group != "functions" || node.calls == 0) {
                continue;
            }
            std::string path = profile.timers[node.timer].name;
            for (std::int32_t at = node.parent; at >= 0;) {
                const auto& above = thread.nodes[static_cast<std::size_t>(at)];
                path.insert(0, profile.timers[above.timer].name + " > ");
                at = above.parent;
            }
            text += path + ' ' + std::to_string(node.calls) + '\n';
        }
    }
    return text;
}

}  // namespace gantry::modules
