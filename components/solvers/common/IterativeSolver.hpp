#pragma once

#include "solvers/common/Solver.hpp"

namespace solvers {

/// Base class of the iterative solvers. A derived class builds its preconditioner in setUp and
/// iterates in iterate.
///
/// A method stops by its own norm, often that of a preconditioned or recursive residual. run
/// compares with the true residual b - A x and, if that is still above the tolerance, restarts from
/// the reached x with a smaller tolerance. It makes at most four rounds, and stops earlier if a
/// round does not halve the residual. All rounds together respect the limit of iterations. A right
/// side with a norm outside of 1e-100 to 1e100 is scaled to norm 1 first, which copies b and x.
class IterativeSolver : public Solver {
protected:
    using Solver::Solver;

    /// Abortable, deterministic, in this process, for any square matrix. A derived class overrides
    /// it where its method needs more, such as a symmetric matrix.
    [[nodiscard]] linear::Capabilities capabilities() const override {
        return {.abortable = true,
                .deterministic = true,
                .needsIsolation = false,
                .needsSymmetric = false,
                .needsPositiveDefinite = false,
                .predictsSetup = false};
    }
    /// Iterates from the guess in request.x until the method's own norm meets the tolerance or
    /// request.maxIterations are made, and leaves the result in request.x. Returns the number of
    /// iterations. Throws Breakdown, Interrupted.
    virtual std::int64_t iterate(const Request& request) = 0;

    std::int64_t run(const Matrix& matrix, const Request& request) final;

private:
    std::int64_t runToTolerance(const Matrix& matrix, const Request& request);

    std::vector<double> residual_;
};

}  // namespace solvers
