#pragma once

#include <perf/model/ModuleRecords.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace gantry::perf {

/// The value of a column for a record.
using RecordValue = std::function<double(const ModuleRecord& record)>;

/// Reads a formula over fields: + - * / and parentheses, numbers, fields by their names, and
/// total(FIELD), the sum over all records. A division by zero is not a number. Throws
/// std::invalid_argument that names the word it stumbled over. records: those that total() adds up,
/// which the result does not refer to.
RecordValue readFormula(std::string_view text, const std::vector<ModuleField>& fields,
                        const std::vector<ModuleRecord>& records);

}  // namespace gantry::perf
