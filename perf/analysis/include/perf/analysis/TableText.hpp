#pragma once

#include <perf/analysis/ReportTable.hpp>

#include <string>

namespace gantry::perf {

/// What a person is shown of a value. May have any bytes.
std::string shownValue(const ReportValue& value, const std::string& unit);

/// The table for people, each line with the indent before it, and a last line on what is left out.
/// Texts stay as they are: callers make the result printable. Columns that nobody uses are left
/// out, see ReportColumn::Shown.
std::string tableText(const ReportTable& table, const std::string& indent = "");

/// "... 3 more timers", or nothing.
std::string leftOutText(const ReportTable& table);

}  // namespace gantry::perf
