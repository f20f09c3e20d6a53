#pragma once

#include <base/sqlite/Database.hpp>

#include <filesystem>

namespace gantry::perf {

/// Makes the table of checksums over everything else in the database: the number of rows and a
/// digest for each table and view. Last, inside the same transaction. Throws DatabaseError.
void writeChecksums(base::Database& database);

/// Checks that the database is an archive of a version this program reads, that SQLite finds its
/// structure whole, and that every table and view is as it was written. Throws ArchiveError, and
/// DatabaseError where SQLite itself stumbles. Reads every row once, so the cost is linear in the
/// size of the file.
void checkContents(base::Database& database, const std::filesystem::path& path);

}  // namespace gantry::perf
