#pragma once

#include "solvers/common/Solver.hpp"

namespace solvers {

/// Base class of the direct solvers. A derived class factorises in setUp and applies the factors in
/// substitute. While the residual is above the tolerance, run improves the solution by iterative
/// refinement: at most five further substitutions, each with one product with the matrix. It keeps
/// a correction only if the correction reduces the residual. The iterations that run returns are
/// these refinements; 0 means that the first substitution was good enough.
///
/// A direct solver does not poll Interruption: it ignores abort, and the time limit but for a
/// set-up that it predicts to exceed it (expect), as its capabilities say.
class DirectSolver : public Solver {
protected:
    using Solver::Solver;

    /// Not abortable, deterministic, in this process, for any square matrix. A derived class
    /// overrides it where its method needs more, such as a symmetric matrix.
    [[nodiscard]] linear::Capabilities capabilities() const override {
        return {.abortable = false,
                .deterministic = true,
                .needsIsolation = false,
                .needsSymmetric = false,
                .needsPositiveDefinite = false,
                .predictsSetup = false};
    }
    /// Computes x = A^-1 b with the factors of the last setUp. b and x have one element per row
    /// and do not overlap; the old content of x is irrelevant. Throws Breakdown.
    virtual void substitute(std::span<const double> b, std::span<double> x) = 0;

    std::int64_t run(const Matrix& matrix, const Request& request) final;

private:
    std::vector<double> residual_;
    std::vector<double> correction_;
};

}  // namespace solvers
