#include "linear_solvers/IterativeSolver.hpp"

#include <algorithm>
#include <cmath>

namespace linear_solvers {
namespace {

constexpr int kMostRounds = 4;
// Smaller ones would ask for more than rounding allows.
constexpr double kLeastTolerance = 1e-16;

}  // namespace

std::int64_t IterativeSolver::run(const Matrix& matrix, const Request& request) {
    const double right = norm(request.b);
    residual_.resize(request.b.size());
    Request now = request;
    std::int64_t iterations = 0;
    double reachedBefore = residual(matrix, request.b, request.x, residual_) / right;
    for (int round = 0; round < kMostRounds; ++round) {
        if (reachedBefore <= request.tolerance || iterations >= request.maxIterations) {
            break;
        }
        now.maxIterations = request.maxIterations - iterations;
        iterations += iterate(now);
        const double reached = residual(matrix, request.b, request.x, residual_) / right;
        // A round that gained nothing is not worth another one.
        if (!(reached < 0.5 * reachedBefore)) {
            break;
        }
        now.tolerance =
            std::max(now.tolerance * std::min(0.1, request.tolerance / reached), kLeastTolerance);
        reachedBefore = reached;
    }
    return iterations;
}

}  // namespace linear_solvers
