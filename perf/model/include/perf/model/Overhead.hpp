#pragma once

#include <perf/model/Profile.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gantry::perf {

/// Key of Profile::context by which a compensated profile is known.
inline constexpr const char* kCompensated = "compensated";

/// What a start and stop adds, and by how much that may be off for a metric in a program: the most
/// by which batches differ from their median, the slow and fast twentieth of them left out, and
/// what pairs of many call paths in turn cost more or less than those of one. In the unit of each
/// metric, for one start and stop.
struct MeasuredOverhead {
    ProbeOverhead cost{};
    std::array<double, kMaxMetrics> error{};
};

/// Key of the context of a compensated profile whose values over ranks are not.
inline constexpr const char* kRanksAsMeasured = "values over ranks are as measured";

/// Key of Profile::context: by how much the measured overhead of a start and stop may be off, for
/// each metric in its unit, with blanks between them; of several such facts the last one counts.
inline constexpr const char* kOverheadError = "measurement overhead error";

/// The value of such a fact for so many metrics. As many digits as give the numbers back exactly.
std::string overheadErrorText(const std::array<double, kMaxMetrics>& error, std::size_t metrics);

/// By how much the overhead of one start and stop may be off for each metric, in its unit; all of
/// it where the profile does not say. Zeros for a profile without a probe overhead.
std::array<double, kMaxMetrics> overheadError(const Profile& profile);

/// By how much the values of a compensated profile are off at most because of that, node by node.
/// What is off for one call is so for all: these errors add up.
struct OverheadErrors {
    std::vector<MetricValues> inclusive;
    std::vector<MetricValues> exclusive;
};
/// Of a thread of a compensated profile; of another one all are 0. One pass over the nodes.
OverheadErrors overheadErrors(const Profile& profile, const ThreadProfile& thread);

/// By how much the overhead of all calls together may be off, in the unit of each metric.
std::array<double, kMaxMetrics> overheadErrorOfAll(const Profile& profile);

/// What that many calls, of which `untimed` were not timed, added to each metric, in its unit: the
/// number of calls times the measured overhead of one. Zeros for a profile without a probe
/// overhead.
std::array<double, kMaxMetrics> overheadOf(const Profile& profile, std::uint64_t calls,
                                           std::uint64_t untimed = 0) noexcept;

/// All calls of the profile, those of parameters as well: each of them cost a start and a stop.
std::uint64_t allCalls(const Profile& profile) noexcept;

/// Those of them that were counted and not timed. One pass over all nodes, as allCalls() and
/// outermostTotal().
std::uint64_t allUntimed(const Profile& profile) noexcept;

/// The first metric over the outermost timers of all threads, in its unit: all that was measured,
/// each moment of a thread once. The share of the overhead refers to it. Needs a metric.
std::int64_t outermostTotal(const Profile& profile) noexcept;

/// Whether compensated() has made the profile.
bool isCompensated(const Profile& profile) noexcept;

/// The profile without what measuring itself added: each call path loses the part inside its own
/// timed calls and what all calls below it added, timed or not. No value becomes negative or less
/// than what is inside it. An estimate: single values were measured in a tight loop; by how much it
/// is off at most, overheadErrors() says. Values over ranks become those that were reduced from
/// compensated ones; where there are none, they stay, and the context says so. The result says in
/// its context that it is compensated. Throws std::invalid_argument for a profile without a pair
/// cost, and for one that is compensated already. Copies the profile; two passes over its nodes.
Profile compensated(const Profile& profile);

/// The same where the overhead is known and still contained; else the profile as it is.
Profile compensatedWhereKnown(Profile profile);

}  // namespace gantry::perf
