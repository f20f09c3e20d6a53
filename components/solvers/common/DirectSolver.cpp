#include "solvers/common/DirectSolver.hpp"

#include <algorithm>

namespace solvers {
namespace {

// Ends a refinement that still gains, but too slowly to reach the tolerance.
constexpr std::int64_t kMostRefinements = 5;

}  // namespace

std::int64_t DirectSolver::run(const Matrix& matrix, const Request& request) {
    // The first guess is not used: a direct method starts from nothing.
    substitute(request.b, request.x);
    const double least = request.tolerance * norm(request.b);
    residual_.resize(request.b.size());
    correction_.resize(request.b.size());
    double now = residual(matrix, request.b, request.x, residual_);
    std::int64_t refinements = 0;
    while (now > least && refinements < kMostRefinements) {
        // Solves for the error: A e = r, so x + e is better if the factors are good at all.
        substitute(residual_, correction_);
        ++refinements;
        for (std::size_t i = 0; i < correction_.size(); ++i) {
            correction_[i] += request.x[i];
        }
        const double then = residual(matrix, request.b, correction_, residual_);
        // Negated, so that a residual of NaN ends the loop and x keeps the better solution.
        if (!(then < now)) {
            break;
        }
        std::copy(correction_.begin(), correction_.end(), request.x.begin());
        now = then;
    }
    return refinements;
}

}  // namespace solvers
