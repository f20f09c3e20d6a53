#pragma once

#include <perf/model/Profile.hpp>

#include <string>

namespace gantry::perf {

/// What was measured, for people, in at most 16 lines: the first timers, measurement overhead, what
/// is missing. Names are not made printable. Compensated where the overhead is known; ends with a
/// line break.
std::string profileText(const Profile& measured);

/// What is wrong with it: metrics that could not be measured, the first misuse of timers. Empty
/// where nothing is.
std::string warningsText(const Profile& profile);

/// What the module for Kokkos has chosen in the first contexts; empty where nothing was tuned.
std::string tunedText(const Profile& profile);

/// Words in lines of at most 118 characters behind a head, the following lines indented as far.
std::string paragraph(const std::string& head, const std::string& words);

}  // namespace gantry::perf
