#pragma once

#include "ContextState.hpp"

namespace strategies {

/// How far the set-up of a candidate is from that of others (logarithm).
inline constexpr double kSetUpError = 0.6;
/// A candidate that was aborted at its limit is assumed to take that much longer than the limit
/// (logarithm).
inline constexpr double kBeyondBound = 0.3;

/// A cost of which a normal distribution of the logarithm is known, against the best one known.
struct Belief {
    double mean;
    double error;

    /// What a call of the best one costs more than one of this, where this costs less.
    [[nodiscard]] double gain(double best) const;
    /// What a trial costs beyond a call of the best one, if it is ended at that limit (logarithm)
    /// and the best one serves then.
    [[nodiscard]] double price(double best, double limit) const;
};

/// What calls of a candidate that was called once at most will cost, by the model, what the context
/// costs beyond it, and its only call. Costs are logarithms.
struct Prospect {
    /// Of the next call, which is the trial, and of those after it.
    Belief next;
    Belief later;

    Prospect(const Arm& arm, double beyondModel, double setUp);

    /// Where the trial is ended (logarithm): it may cost what is expected of it.
    [[nodiscard]] double limit(double best, double abortFactor) const;
    /// What the trial is expected to save over that many calls, less what it costs itself.
    [[nodiscard]] double worth(double best, double abortFactor, double calls) const;
};

}  // namespace strategies
