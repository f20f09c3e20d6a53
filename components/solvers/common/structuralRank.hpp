#pragma once

#include "solvers/common/Matrix.hpp"

namespace solvers {

/// How many rows can be given a column of their own among their entries: a maximum matching of rows
/// and columns.
struct StructuralRank {
    int rank = 0;
    /// The first row for which no column is left; -1 if there is none.
    int unmatchedRow = -1;
};

/// A matrix whose structural rank is below its rows is singular whatever its values are. Stored
/// zeros count as entries. Costs a look at each row where the diagonal is filled, rows times
/// entries at most.
StructuralRank structuralRank(const Matrix& matrix);

/// Whether the structural rank is full. Stops at the first row without a column.
bool hasTransversal(const Matrix& matrix);

}  // namespace solvers
