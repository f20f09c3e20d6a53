#pragma once

#include <perf/model/Profile.hpp>

#include <array>
#include <cstdint>

namespace gantry::perf {

/// Key of Profile::context by which a compensated profile is known.
inline constexpr const char* kCompensated = "compensated";

/// What that many calls, of which `untimed` were not timed, added to each metric, in its unit: the
/// number of calls times the measured overhead of one. Zeros for a profile without a probe
/// overhead.
std::array<double, kMaxMetrics> overheadOf(const Profile& profile, std::uint64_t calls,
                                           std::uint64_t untimed = 0) noexcept;

/// All calls of the profile, those of parameters as well: each of them cost a start and a stop.
std::uint64_t allCalls(const Profile& profile) noexcept;

/// Those of them that were counted and not timed.
std::uint64_t allUntimed(const Profile& profile) noexcept;

/// The first metric over the outermost timers of all threads, in its unit: all that was measured,
/// each moment of a thread once. The share of the overhead refers to it. Needs a metric.
std::int64_t outermostTotal(const Profile& profile) noexcept;

/// Whether compensated() has made the profile.
bool isCompensated(const Profile& profile) noexcept;

/// The profile without what measuring itself added: each call path loses the part inside its own
/// timed calls and what all calls below it added, timed or not. No value becomes negative or less
/// than what is inside it. An estimate: single values were measured in a tight loop. The result
/// says in its context that it is compensated. Throws std::invalid_argument for a profile without a
/// pair cost, and for one that is compensated already.
Profile compensated(const Profile& profile);

}  // namespace gantry::perf
