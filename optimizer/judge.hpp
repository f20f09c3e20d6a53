#pragma once

#include <tuning/Trial.hpp>

#include <cstdint>
#include <vector>

namespace optimizer {

/// The worst of the calls of one trial; a figure that is no number is the worst of all and stays.
struct WorstCall {
    double value = 0;
    double error = 0;
    /// The candidate's own estimate of its error.
    double estimate = 0;
    std::int64_t evaluations = 0;

    void add(const WorstCall& call);

private:
    bool empty_ = true;
};

/// What may be asked of every call.
struct Limits {
    double accuracy = 0;
    std::int64_t maxEvaluations = 0;
};

/// Sets value, error, evaluations and accurate of the trial, and its failure where the candidate
/// did not meet the accuracy by its own estimate or spent all evaluations.
void judge(tuning::Trial& trial, const WorstCall& worst, const Limits& limits);

/// The median of some figures and the width of the middle half of them.
struct Typical {
    double value = 0;
    double spread = 0;
};

/// Of at least one figure. One call that was interrupted does not count.
[[nodiscard]] Typical typicalOf(std::vector<double> figures);

}  // namespace optimizer
