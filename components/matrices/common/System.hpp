#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace matrices {

/// A sparse system of equations in compressed rows, as linear::Operator describes the arrays.
struct System {
    std::string name;
    int rows = 0;
    int numColumns = 0;
    std::vector<std::int32_t> rowStarts;
    std::vector<std::int32_t> columns;
    std::vector<double> values;
    /// Empty where none is known.
    std::vector<double> rightSide;
};

/// One entry of a matrix, indices from 0, and the line of a file it came from.
struct Triplet {
    std::int32_t row;
    std::int32_t column;
    double value;
    std::int64_t line;
};

/// Puts entries in any order into the compressed rows of system, which knows its size. Throws
/// gantry::Error, naming file and line, where an entry stands twice.
void compress(System& system, const std::vector<Triplet>& entries, const std::string& file);

/// b = A x for an x of random numbers in [-1, 1), the same for the same seed.
std::vector<double> rightSideOf(const System& system, std::int64_t seed);

}  // namespace matrices
