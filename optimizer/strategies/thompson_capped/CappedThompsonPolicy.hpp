#pragma once

#include "Policy.hpp"

namespace strategies {

/// Thompson sampling on the logarithm of costs, with early termination of trials ("CapTS").
///
/// Until a call has completed in a context, candidates are tried in turn, the initial one first,
/// all with one limit; when all were aborted at it, it grows fourfold. Then each candidate that may
/// be better than the best one is tried once. From then on a cost is drawn for each from its
/// posterior, and the smallest draw wins: the longer a candidate was not called, the wider its
/// distribution. A candidate with a single call is tried again after a while, since that call may
/// have been disturbed; the initial one soon, since it is the baseline. A trial is aborted at
/// `abortFactor` times the best cost known. The regret of trials is limited to a share of the total
/// cost, plus a few calls of each candidate.
class CappedThompsonPolicy final : public Policy {
public:
    struct Options {
        double abortFactor = 1.5;
        /// The limit of the first call.
        double firstLimit = 1e-4;
        /// The share of the total cost that trials may take.
        double budget = 0.03;
    };

    explicit CappedThompsonPolicy(const Options& options) : options_(options) {}

    Pick pick(const Request& request) const override;

private:
    [[nodiscard]] Pick firstTry(ContextState& state) const;
    /// The usable candidate that is to be called first where no call has completed.
    [[nodiscard]] static int expectedBest(const ContextState& state);
    /// At the first request of a context: a candidate that no context of this run has called, if
    /// one is due; candidate -1: none is.
    [[nodiscard]] static Pick calledNowhere(const ContextState& state);
    /// The trial that is worth most by the cost model; -1: none is worth its price.
    [[nodiscard]] int worthiest(const ContextState& state) const;
    /// Where a trial is ended (logarithm).
    [[nodiscard]] double limitOf(const ContextState& state, int candidate) const;
    [[nodiscard]] static int lookDue(const ContextState& state);
    [[nodiscard]] static int mostPromisingUntested(const ContextState& state);
    [[nodiscard]] static int draw(const ContextState& state, Random& random);
    [[nodiscard]] bool affordable(const ContextState& state) const;

    Options options_;
};

}  // namespace strategies
