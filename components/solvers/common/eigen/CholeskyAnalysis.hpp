#pragma once

#include <Eigen/SparseCholesky>

#include "solvers/common/Matrix.hpp"

namespace solvers {

/// A matrix by columns, as Eigen has it by default.
using EigenColumns = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;

/// Eigen's LDL^T factorisation of a symmetric matrix, which knows the operations it takes.
class CholeskyAnalysis final : public Eigen::SimplicialLDLT<EigenColumns> {
public:
    /// After analyzePattern.
    [[nodiscard]] double operations() const {
        double sum = 0;
        for (Eigen::Index column = 0; column < m_nonZerosPerCol.size(); ++column) {
            const double entries = m_nonZerosPerCol[column];
            sum += entries * (entries + 1);
        }
        return sum;
    }
};

/// The operations of a factorisation of the pattern of A + A^T. Orders it, which takes far longer
/// than a solve of some matrices.
inline double choleskyOperations(const EigenColumns& matrix) {
    const EigenColumns transposed = matrix.transpose();
    CholeskyAnalysis symmetric;
    symmetric.analyzePattern(EigenColumns(matrix + transposed));
    return symmetric.operations();
}

/// Of the arrays as they are, which read by columns are the transposed matrix.
inline Eigen::Map<const EigenColumns> eigenColumns(const Matrix& matrix) {
    return {matrix.rows,      matrix.rows,    matrix.entries(),
            matrix.rowStarts, matrix.columns, matrix.values};
}

}  // namespace solvers
