#pragma once

#include <base/sqlite/Database.hpp>
#include <perf/archive/History.hpp>

#include <filesystem>

namespace gantry::perf {

/// Writes the rows of a history into the tables `change` (Schema.hpp), `decision` and `estimate`.
/// Throws DatabaseError.
void writeHistory(base::Database& database, const History& history);

/// The history in a database whose contents have been checked (Contents.hpp), also where an older
/// Gantry wrote it. Throws ArchiveError where a value cannot be, and DatabaseError.
History historyIn(base::Database& database, const std::filesystem::path& path);

}  // namespace gantry::perf
