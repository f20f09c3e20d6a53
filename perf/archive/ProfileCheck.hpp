#pragma once

#include <perf/model/Profile.hpp>

#include <cstdint>
#include <string>

namespace gantry::perf {

/// The largest value of a metric, of a time, and, negative, the smallest one: 2.3 years in ns.
inline constexpr std::int64_t kMostValue = std::int64_t{1} << 56U;

/// The most that the values of one metric, without their signs, are together, so that no sum of
/// some of them overflows.
inline constexpr std::int64_t kMostTotal = std::int64_t{1} << 62U;

/// What makes the profile one that cannot be kept: a reference that leads nowhere, a number out of
/// its range. Empty for a profile in order.
std::string faultOf(const Profile& profile);

}  // namespace gantry::perf
