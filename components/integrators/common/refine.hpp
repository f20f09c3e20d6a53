#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "integrators/common/Integrand.hpp"

namespace integrators {

/// An integral and how far it may be off, by its own estimate.
struct Estimate {
    double value = 0;
    double error = std::numeric_limits<double>::infinity();
};

/// Below this number of panels two levels may agree by accident, for example on a periodic
/// function.
inline constexpr std::int64_t kLeastPanels = 16;

/// Judges how far the last of a sequence of estimates is off, by Richardson's rule: differences
/// that fall by the factor g from level to level leave an error of the last difference / (g - 1).
///
/// g is what was observed at the last two levels, the worse of them, and at most the gain that the
/// rule's order promises for smooth functions: so a step or a kink in the function is not taken for
/// smooth. The error that the level before leads to expect counts as well where it is larger, so
/// that one lucky agreement does not end the loop.
class Convergence final {
public:
    explicit Convergence(double promisedGain) : promised_(promisedGain), observed_(promisedGain) {}

    /// The error of an estimate that differs by this much from the one before; infinite for the
    /// first difference.
    double next(double difference) {
        const double observed = difference == 0
                                    ? promised_
                                    : std::clamp(difference_ / difference, kLeastGain, promised_);
        const double gain = std::min(observed, observed_);
        const double richardson = difference / (gain - 1);
        const double error = std::max(richardson, richardson_ / gain);
        difference_ = difference;
        observed_ = observed;
        richardson_ = richardson;
        return error;
    }

private:
    static constexpr double kLeastGain = 1.5;

    double promised_;
    double observed_;
    double difference_ = std::numeric_limits<double>::infinity();
    double richardson_ = std::numeric_limits<double>::infinity();
};

/// Raises the number of panels of a composite rule until the error estimate is at most
/// request.accuracy or the next level would go beyond request.maxEvaluations.
///
/// Rule has kRefinement (panels grow by this factor), kOrder (the error falls with panels^-kOrder
/// for a smooth function), value(), panels(), refinementCost() (evaluations of the next level) and
/// refine().
template <class Rule>
Estimate refineToAccuracy(Rule& rule, const Integrand& function, const Request& request) {
    Convergence convergence(std::pow(Rule::kRefinement, Rule::kOrder));
    Estimate estimate{rule.value(), std::numeric_limits<double>::infinity()};
    while (rule.refinementCost() <= request.maxEvaluations - function.evaluations()) {
        rule.refine();
        estimate.error = convergence.next(std::abs(rule.value() - estimate.value));
        estimate.value = rule.value();
        if (rule.panels() >= kLeastPanels && estimate.error <= request.accuracy) {
            break;
        }
    }
    return estimate;
}

}  // namespace integrators
