#pragma once

#include <base/sqlite/Database.hpp>
#include <perf/model/RankReduction.hpp>

#include <cstddef>
#include <filesystem>

namespace gantry::perf {

/// Makes and fills the table of values over ranks without the measurement overhead; nothing where
/// these are not known.
void writeCompensatedRanks(base::Database& database, const RankReduction& ranks);

/// Reads it into a reduction that has its timers, where there is such a table. Throws ArchiveError
/// (Damaged) that names table and column.
void readCompensatedRanks(base::Database& database, const std::filesystem::path& path,
                          std::size_t metrics, RankReduction& ranks);

}  // namespace gantry::perf
