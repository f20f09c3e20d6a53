#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "quadrature/Integrand.hpp"

namespace quadrature {

/// An integral and how far it may be off, by its own estimate.
struct Estimate {
    double value = 0;
    double error = std::numeric_limits<double>::infinity();
};

/// Below this number of panels two levels may agree by accident, for example on a periodic
/// function.
inline constexpr std::int64_t kLeastPanels = 16;

/// Raises the number of panels of a composite rule until the error estimate is at most
/// request.accuracy or the next level would go beyond request.maxEvaluations.
///
/// The error is estimated by Richardson's rule from the last two levels, and also from the two
/// before them, reduced by what the rule's order promises: the larger one counts, so that one lucky
/// agreement does not end the loop.
///
/// Rule has kRefinement (panels grow by this factor), kOrder (the error falls with panels^-kOrder),
/// value(), panels(), refinementCost() (evaluations of the next level) and refine().
template <class Rule>
Estimate refineToAccuracy(Rule& rule, const Integrand& function, const Request& request) {
    const double gain = std::pow(Rule::kRefinement, Rule::kOrder);
    Estimate estimate{rule.value(), std::numeric_limits<double>::infinity()};
    double earlier = std::numeric_limits<double>::infinity();
    while (rule.refinementCost() <= request.maxEvaluations - function.evaluations()) {
        rule.refine();
        const double richardson = std::abs(rule.value() - estimate.value) / (gain - 1);
        estimate = {rule.value(), std::max(richardson, earlier / gain)};
        earlier = richardson;
        if (rule.panels() >= kLeastPanels && estimate.error <= request.accuracy) {
            break;
        }
    }
    return estimate;
}

}  // namespace quadrature
