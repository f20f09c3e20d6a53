#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "integrators/common/Integrand.hpp"

namespace integrators {

/// The value of an integral and the method's estimate of its absolute error; infinite if unknown.
struct Estimate {
    double value = 0;
    double error = std::numeric_limits<double>::infinity();
};

/// With fewer panels two levels may agree by accident, for example on a periodic function, so
/// refineToAccuracy does not stop there.
inline constexpr std::int64_t kLeastPanels = 16;

/// Estimates the error of the last of a sequence of refinements by Richardson extrapolation: if the
/// differences fall by the factor g from level to level, the error is the last difference over
/// g - 1.
///
/// g is the smaller of the factors observed at the last two levels, and at most the factor that the
/// rule's order implies for smooth functions. So a step or a kink in the function is not taken for
/// smooth. If the error expected from the previous level is larger, it is used instead, so that one
/// accidental agreement does not end the loop.
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
/// refine(). Throws what the function throws.
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
