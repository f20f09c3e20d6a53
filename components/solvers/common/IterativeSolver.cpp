#include "solvers/common/IterativeSolver.hpp"

#include <algorithm>
#include <cmath>

namespace solvers {
namespace {

constexpr int kMostRounds = 4;
// A smaller tolerance is below the rounding errors of a double and would only waste iterations.
constexpr double kLeastTolerance = 1e-16;
// Methods compute the square of the norm of b, which underflows or overflows beyond these limits.
constexpr double kSmall = 1e-100;
constexpr double kLarge = 1e100;

}  // namespace

std::int64_t IterativeSolver::run(const Matrix& matrix, const Request& request) {
    const double right = norm(request.b);
    if (right > kSmall && right < kLarge) {
        return runToTolerance(matrix, request);
    }
    // Scaled by the norm: the equation stays the same, and the relative tolerance has no unit.
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
        // Rounds share the caller's limit.
        now.maxIterations = request.maxIterations - iterations;
        iterations += iterate(now);
        const double reached = residual(matrix, request.b, request.x, residual_) / right;
        // Stagnation: another round would not do better. Negated, so that NaN ends the loop too.
        if (!(reached < 0.5 * reachedBefore)) {
            break;
        }
        // The method's norm is too optimistic by the factor reached / request.tolerance. Tighten by
        // that factor, and by at least 10, or the next round may stop at once.
        now.tolerance =
            std::max(now.tolerance * std::min(0.1, request.tolerance / reached), kLeastTolerance);
        reachedBefore = reached;
    }
    return iterations;
}

}  // namespace solvers
