#pragma once

#include <perf/model/Profile.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace gantry::perf {

/// An access pattern of files that stands out, in words for people.
struct IoFinding {
    std::string rule;  ///< its name, such as "tiny-writes"
    std::string file;  ///< empty: all together
    std::string evidence;
    std::string advice;
    std::int64_t timeNs = 0;  ///< of the calls concerned: no advice gains more
    std::int64_t bytes = 0;   ///< that these calls moved; 0 where moving data is not the matter
    std::string module{};     ///< that recorded the file; empty: all together
};

/// What stands out in the records of the modules posix and stdio, by rules with fixed limits
/// (docs/guide/io.md). The file that took most time comes first within each rule. Empty where no
/// module recorded files. One pass over the records.
///
///     for (const IoFinding& finding : ioFindings(profile)) {
///         std::cout << finding.file << ": " << finding.evidence << '\n';
///     }
std::vector<IoFinding> ioFindings(const Profile& profile);

/// Whether a timer is of a call that works with files or streams.
bool isIo(const TimerInfo& timer);

}  // namespace gantry::perf
