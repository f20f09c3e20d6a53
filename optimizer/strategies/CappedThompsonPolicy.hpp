#pragma once

#include "Policy.hpp"

namespace strategies {

/// Thompson sampling on the logarithm of costs, in which every trial is ended soon ("CapTS").
///
/// Until something has finished in a context, candidates are tried in turn, all with one limit, the
/// initial one first; when all were ended at it, it grows fourfold. Then each one is tried once
/// that may be better than the best one. From then on a cost is drawn for each from what is
/// believed of it, and the smallest draw wins: the longer a candidate was not called, the wider its
/// draws. What was seen once only is looked at again after a while, since that call may have been
/// disturbed, or things may have changed; the initial one soon, since it is what changing nothing
/// would have cost. A trial ends at `abortFactor` times the best cost known. What trials have cost
/// beyond the best stays within a share of all cost, and a few calls for each candidate.
class CappedThompsonPolicy final : public Policy {
public:
    struct Options {
        double abortFactor = 1.5;
        /// The limit of the very first call.
        double firstLimit = 1e-4;
        /// The share of all cost that trials may take.
        double budget = 0.03;
    };

    explicit CappedThompsonPolicy(const Options& options) : options_(options) {}

    Pick pick(const Request& request) const override;

private:
    [[nodiscard]] Pick firstTry(ContextState& cell) const;
    [[nodiscard]] static int mostPromisingUntested(const ContextState& cell);
    [[nodiscard]] static int draw(const ContextState& cell, Random& random);
    [[nodiscard]] bool affordable(const ContextState& cell) const;

    Options options_;
};

}  // namespace strategies
