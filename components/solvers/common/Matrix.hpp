#pragma once

#include <linear/Operator.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace solvers {

/// A square matrix in compressed rows, as linear::Operator describes it and checked to be so. The
/// arrays are the operator's. Read as compressed columns it is the transposed matrix.
struct Matrix {
    int rows = 0;
    const int* rowStarts = nullptr;
    const int* columns = nullptr;
    const double* values = nullptr;

    [[nodiscard]] int entries() const { return rowStarts[rows]; }
};

/// The operator's arrays. Throws linear::InvalidSystem where they are no square matrix of finite
/// numbers. Reads every entry.
Matrix checkedMatrix(linear::Operator& matrix);

/// The same arrays without looking at the entries, for an operator that was checked in its state.
Matrix uncheckedMatrix(linear::Operator& matrix);

/// Whether the matrix equals its transpose, but for rounding. Costs a transposition.
bool isSymmetric(const Matrix& matrix);

/// residual = b - A x; returns its 2-norm.
double residual(const Matrix& matrix, std::span<const double> b, std::span<const double> x,
                std::span<double> residual);

/// The 2-norm, without overflow on the way.
double norm(std::span<const double> vector);

}  // namespace solvers
