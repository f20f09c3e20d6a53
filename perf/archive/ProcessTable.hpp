#pragma once

#include <base/sqlite/Database.hpp>
#include <perf/model/Profile.hpp>

#include <filesystem>

namespace gantry::perf {

/// Whether the archive says which process a thread belongs to; earlier ones do not.
bool hasProcesses(base::Database& database);

/// Fills the table `process`. Throws DatabaseError.
void writeProcesses(base::Database& database, const Profile& profile);

/// Reads it, where there is one. Throws ArchiveError (Damaged) that names table and column.
void readProcesses(base::Database& database, const std::filesystem::path& path, Profile& profile);

}  // namespace gantry::perf
