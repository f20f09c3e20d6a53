#pragma once

#include <perf/model/Profile.hpp>

#include <cstdint>
#include <map>

namespace gantry::perf {

/// A profile of several ranks taken apart: the inverse of RankMerger, but for what that does not
/// keep apart. Events, and misuse on no known thread, are with the lowest rank. Every thread must
/// have a process and every process a rank. Timers, metrics, facts and the machine are copied to
/// each part. Values over ranks are not kept: they are computed again when the parts are merged.
/// Copies every thread.
std::map<std::uint32_t, Profile> splitByRank(const Profile& profile);

}  // namespace gantry::perf
