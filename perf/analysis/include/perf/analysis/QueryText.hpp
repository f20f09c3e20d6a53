#pragma once

#include <perf/archive/ArchiveQuery.hpp>

#include <ostream>
#include <string>

namespace gantry::perf {

/// The remaining rows of a query as a table for people, below a line that says so where values are
/// compensated. Memory grows with the rows. Throws
/// ArchiveError.
std::string queryText(ArchiveQuery& query);

/// Writes a line of column names and the remaining rows as comma-separated values, row by row.
/// NULL is an empty cell. Throws ArchiveError.
void writeQueryCsv(ArchiveQuery& query, std::ostream& output);

/// Writes the remaining rows as the JSON document of docs/formats/report.md, row by row, so that
/// the answer may be larger than the memory. Throws ArchiveError.
void writeQueryJson(ArchiveQuery& query, std::ostream& output);

}  // namespace gantry::perf
