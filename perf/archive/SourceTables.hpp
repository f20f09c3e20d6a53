#pragma once

#include <base/sqlite/Database.hpp>
#include <perf/archive/ArchivedSource.hpp>

#include <filesystem>
#include <vector>

namespace gantry::perf {

/// Makes and fills the tables of source files: the files in their order, each text once. Throws
/// DatabaseError.
void writeSources(base::Database& database, const std::vector<ArchivedSource>& sources);

/// The source files in an archive, empty where it has no such tables. Throws ArchiveError (Damaged)
/// that names table and column.
std::vector<ArchivedSource> sourcesIn(base::Database& database, const std::filesystem::path& path);

}  // namespace gantry::perf
