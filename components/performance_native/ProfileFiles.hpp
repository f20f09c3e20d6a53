#pragma once

#include <perf/model/Profile.hpp>

#include <string>
#include <vector>

#include "TimerRows.hpp"

/// The files of the dump methods. Every function writes the file whole or not at all, replaces an
/// older one of that name, and throws gantry::Error naming the path.
namespace performance::native {

/// Everything, as docs/formats/profile.md says.
void dumpProfile(const std::string& path, const gantry::perf::Profile& profile);

/// {"format": "gantry-timer-names", "version": 1, "timers": [full name...]}
void dumpNames(const std::string& path, const TimerRows& timers);

/// {"format": "gantry-timers", "version": 1, "metrics": [{"name", "unit"}...],
///  "timers": [{"name", "calls", "childCalls", "running", "inclusive": [...], "exclusive":
///  [...]}...]}
/// with one value for each metric; only the timers asked for, as far as they exist.
void dumpTimers(const std::string& path, const gantry::perf::Profile& profile,
                const std::vector<std::string>& names);

/// Makes the first of PREFIX.1SUFFIX, PREFIX.2SUFFIX, ... that does not exist yet, empty, and
/// returns its path.
[[nodiscard]] std::string reserveNumbered(const std::string& prefix, const std::string& suffix);

}  // namespace performance::native
