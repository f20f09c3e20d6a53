#include "solvers/common/IterativeSolver.hpp"

#include <algorithm>
#include <cmath>

namespace solvers {
namespace {

constexpr int kMostRounds = 4;
// Smaller ones would ask for more than rounding allows.
constexpr double kLeastTolerance = 1e-16;
// Methods square the norm of the right side: beyond these it is scaled first.
constexpr double kSmall = 1e-100;
constexpr double kLarge = 1e100;

}  // namespace

std::int64_t IterativeSolver::run(const Matrix& matrix, const Request& request) {
    const double right = norm(request.b);
    if (right > kSmall && right < kLarge) {
        return runToTolerance(matrix, request);
    }
    std::vector<double> b(request.b.begin(), request.b.end());
    std::vector<double> x(request.x.begin(), request.x.end());
    for (std::size_t i = 0; i < b.size(); ++i) {
        b[i] /= right;
        x[i] /= right;
    }
    const std::int64_t iterations = runToTolerance(
        matrix, {b, x, request.tolerance, request.maxIterations, request.interruption});
    std::transform(x.begin(), x.end(), request.x.begin(),
                   [right](double element) { return element * right; });
    return iterations;
}

std::int64_t IterativeSolver::runToTolerance(const Matrix& matrix, const Request& request) {
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

}  // namespace solvers
