#pragma once

#include <tuning/Status.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace strategies {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// What is known of a candidate in a context. Costs are logarithms, because components, and
/// disturbances, differ by factors.
struct Arm {
    double mean = 0;
    /// Completed calls that the mean is based on, at most the window.
    double count = 0;
    /// Lower bound of the cost, from aborted calls.
    double bound = -kInfinity;
    /// How much more the first call cost than the second one (logarithm), if far more: it prepared
    /// what later calls use.
    double setUp = 0;
    /// Aborted calls since one completed.
    std::int32_t aborts = 0;
    /// Consecutive completed calls far from the mean, on one side of it, and their sum.
    std::int32_t surprises = 0;
    double surprising = 0;
    /// The expected cost before any call: that in the nearest context, or of the cost model;
    /// infinity if there is none.
    double guess = kInfinity;
    /// Its standard deviation, and the probability of a failure, by the cost model; 0: it is not
    /// of the model.
    double guessError = 0;
    double failing = 0;
    /// The clock of the context at the last outcome.
    std::int64_t lastOutcome = 0;
    std::int64_t quarantinedUntil = 0;
    /// Consecutive failures; the quarantine doubles with each.
    std::int32_t failures = 0;
    std::int64_t failed = 0;    ///< of all calls
    std::int64_t finished = 0;  ///< of all calls
    /// Whether the mean is that of an earlier run.
    bool recalled = false;
    /// Whether calls of an earlier run failed.
    bool failedBefore = false;
    /// Whether another context of this run had called it before this one was entered.
    bool calledBefore = false;
    /// Whether a call can be aborted, by any means.
    bool abortable = true;
    /// Whether a strategy that eliminates has excluded it.
    bool eliminated = false;

    [[nodiscard]] bool known() const { return count > 0; }
    /// Whether the mean says what later calls cost: it is not that of a first call, which may have
    /// prepared something.
    [[nodiscard]] bool settled() const { return known() && (recalled || finished > 1); }
    /// Whether the cost model has a guess.
    [[nodiscard]] bool modelled() const { return guessError > 0; }
};

/// Constants of a strategy, for every context.
struct Learning {
    /// Completed calls that count; older ones are forgotten.
    double window = 30;
    /// The incumbent is replaced only by a candidate that is that much better (logarithm).
    double gain = 0.02;
    /// The quarantine of the first failure, in requests.
    std::int64_t quarantine = 60;
};

/// What was learned in a context. A value; depends on no clock and no random numbers.
class ContextState final {
public:
    ContextState() = default;
    explicit ContextState(std::size_t candidates) : arms(candidates) {}

    /// A request begins.
    void tick() { ++clock; }
    /// A call completed with that cost: updates mean, spread and incumbent, and notices drift.
    void complete(int candidate, double cost, const Learning& learning);
    /// A call that was ended cost that much, and would have cost at least `bound`, which is not
    /// below the cost.
    void abort(int candidate, double cost, double bound, const Learning& learning);
    /// The call failed, was wrong, timed out or crashed: the candidate is in quarantine from now
    /// on.
    void fail(int candidate, double cost, const Learning& learning);

    /// Whether the candidate is not in quarantine.
    [[nodiscard]] bool usable(int candidate) const {
        return clock >= arms[static_cast<std::size_t>(candidate)].quarantinedUntil;
    }
    [[nodiscard]] const Arm& arm(int candidate) const {
        return arms[static_cast<std::size_t>(candidate)];
    }
    [[nodiscard]] Arm& arm(int candidate) { return arms[static_cast<std::size_t>(candidate)]; }
    [[nodiscard]] int candidates() const { return static_cast<int>(arms.size()); }
    /// The best cost known (logarithm); infinity if no call has completed.
    [[nodiscard]] double best() const { return incumbent < 0 ? kInfinity : arm(incumbent).mean; }
    /// How much more the first call of a candidate costs than later ones (logarithm), by those that
    /// were called twice; with a cost model, held back where few were.
    [[nodiscard]] double setUp() const;
    /// What a later call of a known candidate is expected to cost (logarithm).
    [[nodiscard]] double laterCost(const Arm& known) const {
        return known.settled() ? known.mean : known.mean - setUp();
    }
    /// How much more this context costs than the cost model expects (logarithm), by the
    /// candidates whose costs are known; held back where few are.
    [[nodiscard]] double beyondModel() const;
    /// The standard deviation of the logarithm of costs, pooled over all candidates.
    [[nodiscard]] double spread() const;
    /// Makes the cheapest usable candidate the incumbent, if it is better by `gain` (logarithm).
    void findIncumbent(double gain);

    std::vector<Arm> arms;
    /// Requests so far.
    std::int64_t clock = 0;
    /// Contexts of this run that were entered before this one.
    std::int64_t contextsBefore = 0;
    int incumbent = -1;
    /// The clock at the last drift of the incumbent.
    std::int64_t driftedAt = -1;
    /// Before any call has completed: tries since the last one of the initial candidate, and the
    /// largest limit that one had (logarithm).
    int firstTries = 0;
    double limitOfInitial = -kInfinity;
    /// The cost of all calls, and the regret of trials: their cost beyond that of the incumbent.
    double spent = 0;
    double spentOnTrials = 0;
    /// Sum of squared distances of costs from their means, and their number; starts with a prior.
    double squares = 0.04;
    double weight = 2;

private:
    void learn(Arm& arm, double cost, const Learning& learning);
    bool noticeDrift(Arm& arm, double distance, double cost);
    void relearn(Arm& drifted);
    void pay(int candidate, double cost, bool finished);
};

}  // namespace strategies
