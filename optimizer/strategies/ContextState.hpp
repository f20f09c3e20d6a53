#pragma once

#include <tuning/Status.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace strategies {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// What is known of one candidate in one context. Costs are logarithms: components differ by
/// factors, and so does what disturbs them.
struct Arm {
    double mean = 0;
    /// How many finished calls the mean rests on: those that count, at most the window.
    double count = 0;
    /// Calls that were ended took at least that much.
    double bound = -kInfinity;
    /// Calls ended since one finished.
    std::int32_t aborts = 0;
    /// Finished calls in a row that were far from the mean, on one side of it, and their sum.
    std::int32_t surprises = 0;
    double surprising = 0;
    /// What the nearest context lets expect; infinity where there is none.
    double guess = kInfinity;
    /// The cell's clock at the last outcome.
    std::int64_t lastTold = 0;
    std::int64_t quarantinedUntil = 0;
    /// Failures in a row; the quarantine doubles with each.
    std::int32_t failures = 0;
    std::int64_t failed = 0;    ///< of all calls
    std::int64_t finished = 0;  ///< of all calls
    /// Whether a call can be ended, by whatever means.
    bool abortable = true;
    /// A strategy that eliminates will not take it again.
    bool eliminated = false;

    [[nodiscard]] bool known() const { return count > 0; }
};

/// What holds for every cell of a strategy.
struct Learning {
    /// Finished calls that count: older ones are forgotten.
    double window = 30;
    /// The incumbent gives way only to a candidate that is so much better (of the logarithm).
    double gain = 0.02;
    /// The quarantine of the first failure, in requests.
    std::int64_t quarantine = 60;
};

/// One context: what was learned in it. A value; knows neither time nor chance.
class ContextState final {
public:
    ContextState() = default;
    explicit ContextState(std::size_t candidates) : arms(candidates) {}

    /// A request begins.
    void tick() { ++clock; }
    void complete(int candidate, double cost, const Learning& learning);
    void abort(int candidate, double cost, const Learning& learning);
    /// Failed, wrong, timed out or crashed.
    void fail(int candidate, double cost, const Learning& learning);

    [[nodiscard]] bool usable(int candidate) const {
        return clock >= arms[static_cast<std::size_t>(candidate)].quarantinedUntil;
    }
    [[nodiscard]] const Arm& arm(int candidate) const {
        return arms[static_cast<std::size_t>(candidate)];
    }
    [[nodiscard]] Arm& arm(int candidate) { return arms[static_cast<std::size_t>(candidate)]; }
    [[nodiscard]] int candidates() const { return static_cast<int>(arms.size()); }
    /// The best cost known (its logarithm); infinity where nothing has finished.
    [[nodiscard]] double best() const { return incumbent < 0 ? kInfinity : arm(incumbent).mean; }
    /// The standard deviation of the logarithm of a candidate's costs, all candidates together.
    [[nodiscard]] double spread() const;
    void findIncumbent(double gain);

    std::vector<Arm> arms;
    /// Requests so far.
    std::int64_t clock = 0;
    int incumbent = -1;
    /// The clock when the incumbent was last found to have changed its pace.
    std::int64_t driftedAt = -1;
    /// Tries since the last one of the initial candidate, before anything had finished.
    int firstTries = 0;
    /// What all calls cost, and what trials cost beyond what the incumbent would have.
    double spent = 0;
    double spentOnTrials = 0;
    /// Sum of squared distances of costs from their means, and how many these are; it begins with
    /// a guess.
    double squares = 0.04;
    double weight = 2;

private:
    void learn(Arm& arm, double cost, const Learning& learning);
    bool noticeDrift(Arm& arm, double distance, double cost);
    void relearn(Arm& arm);
    void pay(int candidate, double cost, bool finished);
};

}  // namespace strategies
