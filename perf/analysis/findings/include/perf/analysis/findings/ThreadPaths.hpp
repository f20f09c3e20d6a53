#pragma once

#include <perf/model/Profile.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace gantry::perf {

/// The names of a node of a thread and of all above it, "main > solve"; empty for -1.
std::string pathInThread(const Profile& profile, const ThreadProfile& thread, std::int32_t node);

/// The node at or below `top` with the greatest time of its own in that metric. Nothing where no
/// time was measured there. One pass over the thread.
std::optional<std::int32_t> longestBelow(const ThreadProfile& thread, std::int32_t top,
                                         std::size_t metric);

}  // namespace gantry::perf
