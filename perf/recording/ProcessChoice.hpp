#pragma once

#include <perf/model/Profile.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

namespace gantry::perf {

/// A rank as a segment names it; nothing for another text, or a number that no run has.
std::optional<std::size_t> rankNumber(const std::string& text);

/// The value of the first fact of that key in the context of the profile; empty if there is none.
std::string factOf(const Profile& profile, const std::string& key);

/// How much a process has to tell: of several that could be meant, the one with the greatest weight
/// is. Calls of MPI first, as a rank makes them and the programs that it starts do not, although
/// they inherit its number; then all calls, then CPU time, then timers.
std::tuple<bool, std::uint64_t, std::int64_t, std::size_t> weightOf(const Profile& profile);

}  // namespace gantry::perf
