#pragma once

#include "Policy.hpp"

namespace strategies {

/// Successive elimination: all candidates in turn, without a limit. One whose confidence interval
/// is above that of the best one is eliminated, until the best one drifts.
class EliminationPolicy final : public Policy {
public:
    /// confidence: the probability that no candidate is eliminated wrongly, below 1.
    explicit EliminationPolicy(double confidence) : confidence_(confidence) {}

    Pick pick(const Request& request) const override;
    void update(ContextState& state) const override;

private:
    [[nodiscard]] double error(const ContextState& state, const Arm& arm) const;

    double confidence_;
};

}  // namespace strategies
