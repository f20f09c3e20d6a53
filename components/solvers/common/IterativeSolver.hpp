#pragma once

#include "solvers/common/Solver.hpp"

namespace solvers {

/// A solver that iterates: what derives from it makes its preconditioner in setUp. Where a method
/// says it is done by its own norm and is not by the residual, it goes on from there with a smaller
/// tolerance.
class IterativeSolver : public Solver {
protected:
    using Solver::Solver;

    [[nodiscard]] linear::Capabilities capabilities() const override {
        return {.abortable = true,
                .deterministic = true,
                .needsIsolation = false,
                .needsSymmetric = false,
                .needsPositiveDefinite = false};
    }
    /// Iterates from x to the tolerance by the method's own norm or to the most iterations; returns
    /// how many it made. Throws Breakdown, Interrupted.
    virtual std::int64_t iterate(const Request& request) = 0;

    std::int64_t run(const Matrix& matrix, const Request& request) final;

private:
    std::int64_t runToTolerance(const Matrix& matrix, const Request& request);

    std::vector<double> residual_;
};

}  // namespace solvers
