#pragma once

#include <tuning/Strategy.hpp>

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace gantry::bench {

/// A kind of simulated candidates.
struct WorldKind {
    enum class Costs {
        Spaced,      ///< from 1 to `gap`, evenly on a logarithmic scale
        LogUniform,  ///< drawn between 1 and `gap`, likewise
    };

    int candidates = 2;
    double gap = 100;
    Costs costs = Costs::Spaced;
    /// The standard deviation of the logarithm of a candidate's costs. One call in a hundred
    /// takes up to ten times as long besides.
    double noise = 0.1;
    /// Half way the best candidate becomes that many times slower; 1: it does not.
    double slowdown = 1;
    /// Whether the best one is the initial one, so that there is nothing to be gained.
    bool initialIsBest = false;
};

/// What serving all requests cost.
struct Totals {
    double strategy = 0;
    double oracle = 0;     ///< the candidate that is best at each request, by its true mean
    double bestFixed = 0;  ///< the best one of those that serve all requests
    double initial = 0;    ///< the first candidate
    std::vector<tuning::Choice> choices{};
};

/// Candidates in random order whose costs follow from the seed: independent of which of them is
/// called.
class World final {
public:
    World(const WorldKind& kind, std::uint64_t seed);

    /// Lets the strategy serve that many requests, as tuning.Strategy says.
    Totals play(tuning::Strategy& strategy, int requests) const;

private:
    [[nodiscard]] std::vector<double> draw(std::mt19937_64& numbers,
                                           const std::vector<double>& means) const;

    WorldKind kind_;
    std::uint64_t seed_;
    std::vector<double> means_;
};

/// So many candidates that can be ended; named by their numbers.
sidl::array<tuning::Candidate> simulatedCandidates(int number);

}  // namespace gantry::bench
