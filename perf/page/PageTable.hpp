#pragma once

#include <perf/analysis/ReportTable.hpp>
#include <perf/document/JsonValues.hpp>

#include <cstddef>

namespace gantry::perf {

/// The first `most` rows of a table of a report: columns, rows, and the number of rows left out.
Json pageTable(ReportTable table, std::size_t most);

}  // namespace gantry::perf
