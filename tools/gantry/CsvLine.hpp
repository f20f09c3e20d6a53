#pragma once

#include <string>
#include <vector>

namespace gantry::tools {

/// One line of comma-separated values (RFC 4180, but ended by a line feed): cells with a comma, a
/// quote or a blank at an end are quoted. Cells may have any bytes; they are written as
/// Printable.hpp says.
std::string csvLine(const std::vector<std::string>& cells);

}  // namespace gantry::tools
