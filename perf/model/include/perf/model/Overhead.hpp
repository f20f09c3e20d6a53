#pragma once

#include <perf/model/Profile.hpp>

#include <array>
#include <cstdint>

namespace gantry::perf {

/// Key of Profile::context by which a compensated profile is known.
inline constexpr const char* kCompensated = "compensated";

/// What that many calls added to each metric, in its unit; zeros for a profile without a pair cost.
std::array<double, kMaxMetrics> overheadOf(const Profile& profile, std::uint64_t calls) noexcept;

/// All calls of the profile, parameters as well: each of them cost a pair.
std::uint64_t allCalls(const Profile& profile) noexcept;

/// The first metric over the outermost timers of all threads: what the part of the overhead is
/// taken of.
std::int64_t outermostTotal(const Profile& profile) noexcept;

/// The profile without what measuring itself added: each call path loses the part inside its own
/// calls and the whole pairs of all calls below it. No value becomes negative or less than what is
/// inside it. An estimate: single values were measured in a tight loop. The result says in its
/// context that it is compensated. Throws std::invalid_argument for a profile without a pair cost,
/// and for one that is compensated already.
Profile compensated(const Profile& profile);

}  // namespace gantry::perf
