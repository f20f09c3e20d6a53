#pragma once

#include <perf/model/Profile.hpp>

#include <cstdint>
#include <string>

namespace gantry::perf {

/// The largest value of a metric, of a time, and, negative, the smallest one: 2.3 years in ns.
inline constexpr std::int64_t kMostValue = std::int64_t{1} << 56U;

/// The limit of the sum of the magnitudes of all values of one metric, so that no sum of some of
/// them overflows, in SQL as little as in C++.
inline constexpr std::int64_t kMostTotal = std::int64_t{1} << 62U;

/// What makes the profile one that cannot be kept, in words: a reference that leads nowhere, a
/// number out of its range. Empty for a sound profile. Linear in its size.
std::string faultOf(const Profile& profile);

}  // namespace gantry::perf
