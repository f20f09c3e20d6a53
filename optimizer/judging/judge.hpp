#pragma once

#include <tuning/Status.hpp>
#include <tuning/Trial.hpp>

#include <cstdint>
#include <vector>

namespace optimizer {

/// The result of a call, or the worst of several; a figure that is NaN is the worst of all and
/// stays. All zeros: a result that is not verified.
struct WorstCall {
    double value = 0;
    /// The absolute error.
    double error = 0;
    /// The candidate's own estimate of its error.
    double estimate = 0;
    std::int64_t evaluations = 0;

    /// Takes the figures of one more call, if they are worse.
    void add(const WorstCall& call);

private:
    bool empty_ = true;
};

/// What is allowed in every call.
struct Limits {
    /// The largest absolute error.
    double accuracy = 0;
    /// 0: no limit.
    std::int64_t maxEvaluations = 0;
};

/// Sets value, error, evaluations and accurate of the trial, and its failure if the candidate did
/// not meet the accuracy by its own estimate or used all evaluations.
void judge(tuning::Trial& trial, const WorstCall& worst, const Limits& limits);

/// Completed, Wrong for a trial that is not accurate, or Failed.
[[nodiscard]] tuning::Status statusOf(const tuning::Trial& trial);

/// The median of some figures, and their interquartile range.
struct Typical {
    double value = 0;
    double spread = 0;
};

/// Of at least one figure. The median, so that a single call that was interrupted has no influence.
[[nodiscard]] Typical typicalOf(std::vector<double> figures);

}  // namespace optimizer
