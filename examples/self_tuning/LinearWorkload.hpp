#pragma once

#include <linear/LinearSolver.hpp>

#include <cstdint>
#include <memory>
#include <vector>

#include "Workload.hpp"

namespace self_tuning {

/// A workload whose requests are solves by one solver, which outlives it.
class LinearWorkload : public Workload {
protected:
    /// tolerance: the 2-norm of the residual over that of the right side, for each solve.
    LinearWorkload(linear::LinearSolver& solver, double tolerance) : solver_(solver) {
        limits_.tolerance = tolerance;
    }

    /// Solves matrix * solution = right from the values in solution; false where the solver does
    /// not converge.
    bool solve(const std::shared_ptr<linear::Operator>& matrix, std::vector<double>& right,
               std::vector<double>& solution) {
        const auto n = static_cast<std::int32_t>(right.size());
        return solver_.solve(matrix, {right.data(), {n}}, {solution.data(), {n}}, n, limits_)
                   .status == linear::Status::Converged;
    }
    /// Makes the solver forget the operators of earlier solves.
    void forget() { solver_.forget(); }

private:
    linear::LinearSolver& solver_;
    linear::Limits limits_;
};

}  // namespace self_tuning
