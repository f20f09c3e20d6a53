#include "judge.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "describe.hpp"

namespace optimizer {
namespace {

bool isWorse(double figure, double than) {
    // Negated, so that a NaN is worse than every number.
    return !std::isnan(than) && !(figure <= than);
}

// Interpolates between the two nearest figures.
double quantile(const std::vector<double>& sorted, double part) {
    const double place = part * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (place - std::floor(place)) * (sorted[above] - sorted[below]);
}

}  // namespace

void WorstCall::add(const WorstCall& call) {
    // Value and error are of one call; the worst estimate may be of another.
    if (empty_ || isWorse(call.error, error)) {
        value = call.value;
        error = call.error;
    }
    if (empty_ || isWorse(call.estimate, estimate)) {
        estimate = call.estimate;
    }
    // The number of evaluations is a cost: the most expensive call counts.
    evaluations = std::max(evaluations, call.evaluations);
    empty_ = false;
}

void judge(tuning::Trial& trial, const WorstCall& worst, const Limits& limits) {
    trial.value = worst.value;
    trial.error = worst.error;
    trial.evaluations = worst.evaluations;
    // False for a NaN as well.
    const bool met = worst.estimate <= limits.accuracy;
    trial.accurate = worst.error <= limits.accuracy && met;
    if (!met) {
        trial.failure = "it stopped after " + std::to_string(worst.evaluations) +
                        " evaluations with an error estimate of " + inWords(worst.estimate);
    } else if (limits.maxEvaluations > 0 && worst.evaluations >= limits.maxEvaluations) {
        trial.failure =
            "it used all " + std::to_string(worst.evaluations) + " evaluations that are allowed";
    }
}

tuning::Status statusOf(const tuning::Trial& trial) {
    if (!trial.failure.empty()) {
        return tuning::Status::Failed;
    }
    return trial.accurate ? tuning::Status::Completed : tuning::Status::Wrong;
}

Typical typicalOf(std::vector<double> figures) {
    std::sort(figures.begin(), figures.end());
    // Median and interquartile range: few disturbed calls change neither.
    return {quantile(figures, 0.5), quantile(figures, 0.75) - quantile(figures, 0.25)};
}

}  // namespace optimizer
