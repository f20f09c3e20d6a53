#pragma once

#include <string>
#include <vector>

namespace gantry::base {

/// One line of comma-separated values (RFC 4180, but ended by a line feed): cells with a comma, a
/// quote or a blank at an end are quoted. Cells may have any bytes; they are written as
/// Printable.hpp says. A quote inside of a quoted cell is doubled. Ends with its line feed. Linear
/// in the size of the cells.
std::string csvLine(const std::vector<std::string>& cells);

}  // namespace gantry::base
