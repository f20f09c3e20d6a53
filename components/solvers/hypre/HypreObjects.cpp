// Matrices and vectors of hypre in its IJ interface, on this process alone (docs/decisions/0045).
// hypre copies the values, so the caller's arrays may change or end afterwards.

#include "HypreObjects.hpp"

#include <numeric>

namespace solvers {

HypreMatrix::HypreMatrix(const HypreLibrary& hypre, const Matrix& matrix) : hypre_(hypre) {
    std::vector<HYPRE_BigInt> rows(static_cast<std::size_t>(matrix.rows));
    std::iota(rows.begin(), rows.end(), 0);
    std::vector<HYPRE_Int> sizes;
    sizes.reserve(static_cast<std::size_t>(matrix.rows));
    for (int row = 0; row < matrix.rows; ++row) {
        sizes.push_back(matrix.rowStarts[row + 1] - matrix.rowStarts[row]);
    }
    hypre.matrixCreate(MPI_COMM_SELF, 0, matrix.rows - 1, 0, matrix.rows - 1, &matrix_);
    hypre.matrixSetType(matrix_, HYPRE_PARCSR);
    hypre.matrixSetRowSizes(matrix_, sizes.data());
    hypre.matrixInitialize(matrix_);
    hypre.matrixSetValues(matrix_, matrix.rows, sizes.data(), rows.data(), matrix.columns,
                          matrix.values);
    hypre.matrixAssemble(matrix_);
    // The ParCSR object belongs to the IJ matrix and ends with it. The same holds for vectors.
    void* object = nullptr;
    hypre.matrixGetObject(matrix_, &object);
    parallel_ = static_cast<HYPRE_ParCSRMatrix>(object);
    try {
        hypre.check();
    } catch (...) {
        // No destructor runs for an object whose constructor throws.
        hypre.matrixDestroy(matrix_);
        throw;
    }
}

HypreMatrix::~HypreMatrix() {
    hypre_.matrixDestroy(matrix_);
}

HypreVector::HypreVector(const HypreLibrary& hypre, std::span<const double> elements)
    : hypre_(hypre), places_(elements.size()) {
    std::iota(places_.begin(), places_.end(), 0);
    const auto size = static_cast<HYPRE_BigInt>(elements.size());
    hypre.vectorCreate(MPI_COMM_SELF, 0, size - 1, &vector_);
    hypre.vectorSetType(vector_, HYPRE_PARCSR);
    hypre.vectorInitialize(vector_);
    hypre.vectorSetValues(vector_, size, places_.data(), elements.data());
    hypre.vectorAssemble(vector_);
    void* object = nullptr;
    hypre.vectorGetObject(vector_, &object);
    parallel_ = static_cast<HYPRE_ParVector>(object);
    try {
        hypre.check();
    } catch (...) {
        hypre.vectorDestroy(vector_);
        throw;
    }
}

HypreVector::~HypreVector() {
    hypre_.vectorDestroy(vector_);
}

void HypreVector::copyTo(std::span<double> elements) const {
    hypre_.vectorGetValues(vector_, static_cast<HYPRE_Int>(places_.size()), places_.data(),
                           elements.data());
}

}  // namespace solvers
