#pragma once

#include <perf/archive/ArchivedSource.hpp>
#include <perf/model/Profile.hpp>
#include <perf/sources/SourceLimits.hpp>

#include <set>
#include <string>
#include <vector>

namespace gantry::perf {

/// What is known of the code of a run beside its profile.
struct MeasuredCode {
    /// Source files of addresses that were named by debugging information: StackNames.hpp.
    std::set<std::string> sources{};
    /// Programs and shared objects. That of the fact `executable` needs not be among them.
    std::vector<std::string> files{};
};

/// The source files that measured lines are in, with their text: of sampled lines, those of most
/// own time first; of addresses; and of timers whose name has a place (perf/model/Operation.hpp).
/// The latter are texts of the program, so that only those are read that the debugging information
/// of its code names too; the others are left out with that reason. See readSourceFiles().
std::vector<ArchivedSource> measuredSources(const Profile& profile, const MeasuredCode& code,
                                            const SourceLimits& limits);

/// The shared objects and the program of this process, as the system has mapped them.
std::vector<std::string> ownCode();

}  // namespace gantry::perf
