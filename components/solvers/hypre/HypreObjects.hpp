#pragma once

#include <span>
#include <vector>

#include "HypreLibrary.hpp"
#include "solvers/common/Matrix.hpp"

namespace solvers {

/// A copy of a matrix as hypre keeps it. Use and destroy it only while HypreLibrary::inUse is held.
class HypreMatrix final {
public:
    /// Throws Breakdown.
    HypreMatrix(const HypreLibrary& hypre, const Matrix& matrix);
    ~HypreMatrix();
    HypreMatrix(const HypreMatrix&) = delete;
    HypreMatrix& operator=(const HypreMatrix&) = delete;
    /// Belongs to this object.
    [[nodiscard]] HYPRE_ParCSRMatrix get() const { return parallel_; }

private:
    const HypreLibrary& hypre_;
    HYPRE_IJMatrix matrix_ = nullptr;
    HYPRE_ParCSRMatrix parallel_ = nullptr;
};

/// A copy of a vector as hypre keeps it. Use and destroy it only while HypreLibrary::inUse is held.
class HypreVector final {
public:
    /// Throws Breakdown.
    HypreVector(const HypreLibrary& hypre, std::span<const double> elements);
    ~HypreVector();
    HypreVector(const HypreVector&) = delete;
    HypreVector& operator=(const HypreVector&) = delete;
    [[nodiscard]] HYPRE_ParVector get() const { return parallel_; }
    /// Copies the elements, as many as the vector has, out of hypre.
    void copyTo(std::span<double> elements) const;

private:
    const HypreLibrary& hypre_;
    std::vector<HYPRE_BigInt> places_;
    HYPRE_IJVector vector_ = nullptr;
    HYPRE_ParVector parallel_ = nullptr;
};

/// A method of hypre's and the function that destroys it. Owns the solver, which is not null.
/// Destroy it only while HypreLibrary::inUse is held, and not after mpiHasEnded().
class HypreSolver final {
public:
    HypreSolver(HYPRE_Solver solver, HYPRE_Int (*destroy)(HYPRE_Solver))
        : solver_(solver), destroy_(destroy) {}
    ~HypreSolver() { destroy_(solver_); }
    HypreSolver(const HypreSolver&) = delete;
    HypreSolver& operator=(const HypreSolver&) = delete;
    [[nodiscard]] HYPRE_Solver get() const { return solver_; }

private:
    HYPRE_Solver solver_;
    HYPRE_Int (*destroy_)(HYPRE_Solver);
};

}  // namespace solvers
