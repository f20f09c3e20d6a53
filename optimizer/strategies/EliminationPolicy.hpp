#pragma once

#include "Policy.hpp"

namespace strategies {

/// Successive elimination: all candidates in turn, without a limit; one whose mean lies above the
/// best one's by more than both may be off is left out, until the best one changes its pace.
class EliminationPolicy final : public Policy {
public:
    /// confidence: the probability with which no candidate is left out wrongly, below 1.
    explicit EliminationPolicy(double confidence) : confidence_(confidence) {}

    Pick pick(const Request& request) const override;
    void told(ContextState& cell) const override;

private:
    [[nodiscard]] double error(const ContextState& cell, const Arm& arm) const;

    double confidence_;
};

}  // namespace strategies
