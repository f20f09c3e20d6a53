#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace matrices {

/// A sparse linear system A x = b in compressed sparse row form. rowStarts has rows + 1 elements;
/// columns and values have one element per entry; indices count from 0 and columns ascend within a
/// row, as linear::Operator describes the arrays.
struct System {
    std::string name;
    int rows = 0;
    int numColumns = 0;
    std::vector<std::int32_t> rowStarts;
    std::vector<std::int32_t> columns;
    std::vector<double> values;
    /// One element per row, or empty if the source has none.
    std::vector<double> rightSide;
};

/// One entry of a matrix: indices from 0, and the line of the file it came from, for messages.
struct Triplet {
    std::int32_t row;
    std::int32_t column;
    double value;
    std::int64_t line;
};

/// Converts entries in any order to the compressed rows of system. The caller sets system.rows
/// first, and every index is in range: neither is checked. The cost is linear but for the sort
/// within each row. Throws gantry::Error, with file and line, if a position occurs twice.
void compress(System& system, const std::vector<Triplet>& entries, const std::string& file);

/// Computes b = A x for random x, uniform in [-1, 1). The same seed gives the same x, by
/// std::mt19937_64.
std::vector<double> rightSideOf(const System& system, std::int64_t seed);

}  // namespace matrices
