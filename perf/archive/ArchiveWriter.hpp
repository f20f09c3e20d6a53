#pragma once

#include <base/sqlite/Database.hpp>
#include <perf/archive/Archive.hpp>
#include <perf/archive/History.hpp>
#include <perf/model/Profile.hpp>

#include <vector>

namespace gantry::perf {

/// Most runs are small, and each of the many tables takes a page at least; columns of very many
/// ranks are long.
enum class PageSize { Small = 1024, Large = 16384 };

/// Makes an empty database an archive to which tables are added. Throws DatabaseError, as all here.
void beginArchive(base::Database& database, PageSize pages);

/// Adds everything in the profile, the history of the run, and the trace where there is one. The
/// profile must have no fault (ProfileCheck.hpp).
void fillArchive(base::Database& database, const Profile& profile,
                 const std::vector<ArchivedChunk>& trace, const History& history);

/// Adds the checksums of what is there.
void endArchive(base::Database& database);

}  // namespace gantry::perf
