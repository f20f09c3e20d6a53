#pragma once

#include <base/sqlite/Database.hpp>
#include <perf/archive/Archive.hpp>
#include <perf/archive/History.hpp>
#include <perf/model/Profile.hpp>

#include <vector>

namespace gantry::perf {

/// Fills an empty database with everything in the profile, the history of the run, and the trace
/// where there is one, checksums included. The profile must have no fault (ProfileCheck.hpp).
/// Throws DatabaseError.
void fillArchive(base::Database& database, const Profile& profile,
                 const std::vector<ArchivedChunk>& trace, const History& history);

}  // namespace gantry::perf
