#pragma once

#include <base/sqlite/Database.hpp>
#include <perf/model/Profile.hpp>

#include <filesystem>

namespace gantry::perf {

/// Whether the profile was measured so that calls could be left untimed.
bool hasSamples(const Profile& profile);

/// Makes and fills the tables of calls that were not timed. Nodes have the numbers of their order,
/// from 0.
void writeSamples(base::Database& database, const Profile& profile);

/// Reads them into a profile that has its metrics and nodes, where there are such tables. Throws
/// ArchiveError (Damaged) that names table and column.
void readSamples(base::Database& database, const std::filesystem::path& path, Profile& profile);

}  // namespace gantry::perf
