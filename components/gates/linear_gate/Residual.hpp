#pragma once

#include <linear/Operator.hpp>

#include <cmath>

namespace gates {

/// The 2-norm of b - A x over that of b, or over 1 if b is zero. NaN if x is not finite. b and x
/// have one element for each row. Computed from the operator itself, not by the candidate, and in
/// plain summation order, so solver and gate may differ in the last digits. One pass over the
/// matrix.
inline double relativeResidual(linear::Operator& matrix, const double* b, const double* x) {
    const int rows = matrix.getNumRows();
    const auto rowStarts = matrix.getRowStarts();
    const auto columnsOf = matrix.getColumns();
    const auto valuesOf = matrix.getValues();
    const auto* const starts = rowStarts.data();
    const auto* const columns = columnsOf.data();
    const double* const values = valuesOf.data();
    double residual = 0;
    double right = 0;
    for (int row = 0; row < rows; ++row) {
        double sum = b[row];
        for (int at = starts[row]; at < starts[row + 1]; ++at) {
            sum -= values[at] * x[columns[at]];
        }
        residual += sum * sum;
        right += b[row] * b[row];
    }
    return std::sqrt(residual) / (right > 0 ? std::sqrt(right) : 1);
}

}  // namespace gates
