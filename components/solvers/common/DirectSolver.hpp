#pragma once

#include "solvers/common/Solver.hpp"

namespace solvers {

/// A solver by factorisation: what derives from it factorises in setUp and substitutes. The
/// solution is refined where its residual is not within the tolerance.
class DirectSolver : public Solver {
protected:
    using Solver::Solver;

    [[nodiscard]] linear::Capabilities capabilities() const override {
        return {.abortable = false,
                .deterministic = true,
                .needsIsolation = false,
                .needsSymmetric = false,
                .needsPositiveDefinite = false};
    }
    /// x = A^-1 b. Throws Breakdown.
    virtual void substitute(std::span<const double> b, std::span<double> x) = 0;

    std::int64_t run(const Matrix& matrix, const Request& request) final;

private:
    std::vector<double> residual_;
    std::vector<double> correction_;
};

}  // namespace solvers
