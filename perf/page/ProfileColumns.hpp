#pragma once

#include <perf/document/JsonValues.hpp>
#include <perf/model/CallPaths.hpp>
#include <perf/model/Flat.hpp>
#include <perf/model/Profile.hpp>

#include <string>
#include <vector>

/// Timers, call paths and threads of a profile as the columns of docs/formats/page.md.
namespace gantry::perf {

/// A text for a browser: as it is, or made printable where it is not UTF-8.
std::string pageText(const std::string& bytes);

/// The started timers over all threads, by id: `timers` are those of flat(profile), which is made
/// once for both functions that take them.
Json timerColumns(const Profile& profile, const std::vector<TimerRecord>& timers);
/// The call paths, depth first, those of all threads together: `paths` are callPathsOf(profile).
Json pathColumns(const Profile& profile, const CallPaths& paths);
/// The threads in the order of first use.
Json threadColumns(const Profile& profile);
/// Each timer on each thread; those with the largest exclusive values, up to `most`.
Json timersOfThreads(const Profile& profile, const std::vector<TimerRecord>& timers,
                     std::size_t most);

}  // namespace gantry::perf
