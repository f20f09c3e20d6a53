#pragma once

#include <vector>

#include "solvers/common/Matrix.hpp"

namespace solvers {

/// A matrix with arrays of its own.
struct OwnedMatrix {
    std::vector<int> rowStarts;
    std::vector<int> columns;
    std::vector<double> values;

    /// Valid as long as this object, unchanged.
    [[nodiscard]] Matrix view() const {
        return {static_cast<int>(rowStarts.size()) - 1, rowStarts.data(), columns.data(),
                values.data()};
    }
};

/// The matrix with groups of rows contracted to one each: rows that are connected by entries form
/// groups of up to `size`, and the groups I and J have an entry if rows of them have one, or if I
/// is J. All values are 1. Sound if the matrix is.
///
/// For a symmetric pattern, the graph of the result is a minor of that of the matrix, so its tree
/// width is at most that of the matrix, and what its factorisation needs is a lower bound of what
/// the matrix needs, up to the quality of the ordering. Unlike that of a submatrix, the bound is
/// also useful for graphs without small separators. O(rows + entries), with a log of the entries of
/// the result.
OwnedMatrix contractionOf(const Matrix& matrix, int size);

}  // namespace solvers
