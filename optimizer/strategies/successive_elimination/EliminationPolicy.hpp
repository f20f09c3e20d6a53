#pragma once

#include "Policy.hpp"

namespace strategies {

/// Successive elimination (Even-Dar and others, 2006): all candidates in turn,
/// without a limit. One whose confidence interval is above that of the best one is eliminated,
/// until the best one drifts.
class EliminationPolicy final : public Policy {
public:
    /// confidence: the probability that no candidate is eliminated wrongly, below 1.
    explicit EliminationPolicy(double confidence) : confidence_(confidence) {}

    Pick pick(const Request& request) const override;
    void update(ContextState& state) const override;

private:
    /// Half the width of a candidate's confidence interval (logarithm).
    [[nodiscard]] double error(const ContextState& state, const Arm& arm) const;

    double confidence_;
};

}  // namespace strategies
