#pragma once

#include <linear/Operator.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace solvers {

/// A view of a square matrix in compressed sparse row form (CSR), as linear::Operator describes it:
/// rowStarts has rows + 1 elements and begins with 0; columns and values have entries() elements;
/// the column indices count from 0 and ascend within each row. Read as compressed columns (CSC) it
/// is the transposed matrix.
///
/// The arrays belong to the operator. The view is valid as long as the operator keeps its arrays.
struct Matrix {
    int rows = 0;
    const int* rowStarts = nullptr;
    const int* columns = nullptr;
    const double* values = nullptr;

    /// The number of stored entries, zeros included.
    [[nodiscard]] int entries() const { return rowStarts[rows]; }
};

/// A view of the operator's arrays, with every entry checked; cost O(entries). Throws InvalidInput
/// (a linear::InvalidSystem) with the fault
/// - NotSquare or Empty for its shape,
/// - BadStructure for arrays of the wrong length or stride, row starts that descend, or columns out
///   of range or order,
/// - NotFinite for an infinite entry or NaN.
Matrix checkedMatrix(linear::Operator& matrix);
/// The same at less cost where the pattern is that of `sound`, a view that was checked before; null
/// for none. samePattern: whether it is.
Matrix checkedMatrix(linear::Operator& matrix, const Matrix* sound, bool& samePattern);

/// The same view at constant cost, without any check. Only for an operator whose current state
/// checkedMatrix has accepted.
Matrix uncheckedMatrix(linear::Operator& matrix);

/// Whether no element is infinite or NaN.
bool areFinite(std::span<const double> elements);

/// Whether the matrix equals its transpose up to rounding: its pattern is symmetric, and mirrored
/// values differ by at most 1e-10 of the sum of their magnitudes. An explicit zero without a
/// mirrored entry makes it unsymmetric. Cost: O(entries) time, O(rows) memory.
bool isSymmetric(const Matrix& matrix);

/// Computes residual = b - A x and returns its 2-norm. All spans have one element per row; residual
/// overlaps neither x nor b.
double residual(const Matrix& matrix, std::span<const double> b, std::span<const double> x,
                std::span<double> residual);

/// The 2-norm. It scales by the largest element if the sum of squares overflows or underflows.
/// Infinite or NaN if an element is.
double norm(std::span<const double> vector);

}  // namespace solvers
