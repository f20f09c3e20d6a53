#include "World.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <set>

namespace gantry::bench {
namespace {

// The least cost is drawn between these, so that no first limit fits by chance.
constexpr double kLeastCost = 1e-3;
constexpr double kMostLeastCost = 1e-1;
constexpr double kDisturbed = 0.01;
constexpr double kMostDisturbed = 10;

std::size_t bestOf(const std::vector<double>& means) {
    return static_cast<std::size_t>(std::min_element(means.begin(), means.end()) - means.begin());
}

tuning::Outcome outcomeOf(const tuning::Choice& choice, int candidate, double cost,
                          tuning::Status status) {
    tuning::Outcome what;
    what.request = choice.request;
    what.context = choice.context;
    what.candidate = candidate;
    what.status = status;
    what.cost = cost;
    what.seconds = cost;
    what.quality = std::numeric_limits<double>::quiet_NaN();
    return what;
}

// Serves one request and returns what it cost. A second call for the same request draws new noise.
template <class Draw>
double serve(tuning::Strategy& strategy, int context, std::vector<double> costs, Draw drawAnew,
             std::vector<tuning::Choice>& choices) {
    double spent = 0;
    std::set<int> called;
    while (true) {
        const tuning::Choice choice = strategy.choose(context);
        choices.push_back(choice);
        if (!called.insert(choice.candidate).second) {
            costs = drawAnew();
        }
        const double cost = costs[static_cast<std::size_t>(choice.candidate)];
        if (cost <= choice.limit) {
            strategy.outcome(outcomeOf(choice, choice.candidate, cost, tuning::Status::Completed));
            return spent + cost;
        }
        spent += choice.limit;
        strategy.outcome(
            outcomeOf(choice, choice.candidate, choice.limit, tuning::Status::Aborted));
        if (choice.fallback >= 0) {
            const double fallback = costs[static_cast<std::size_t>(choice.fallback)];
            strategy.outcome(
                outcomeOf(choice, choice.fallback, fallback, tuning::Status::Completed));
            return spent + fallback;
        }
    }
}

}  // namespace

World::World(const WorldKind& kind, std::uint64_t seed) : kind_(kind), seed_(seed) {
    std::mt19937_64 numbers(seed);
    std::uniform_real_distribution<double> uniform;
    const double least = kLeastCost * std::pow(kMostLeastCost / kLeastCost, uniform(numbers));
    for (int i = 0; i < kind.candidates; ++i) {
        const double place = kind.costs == WorldKind::Costs::Spaced
                                 ? static_cast<double>(i) / (kind.candidates - 1)
                                 : uniform(numbers);
        means_.push_back(least * std::pow(kind.gap, place));
    }
    std::shuffle(means_.begin(), means_.end(), numbers);
    if (kind.initialIsBest) {
        std::iter_swap(means_.begin(), std::min_element(means_.begin(), means_.end()));
    }
}

std::vector<double> World::draw(std::mt19937_64& numbers, const std::vector<double>& means) const {
    std::normal_distribution<double> normal(0, kind_.noise);
    std::uniform_real_distribution<double> uniform;
    std::vector<double> costs;
    for (const double mean : means) {
        const bool disturbed = uniform(numbers) < kDisturbed;
        const double factor = disturbed ? 1 + (kMostDisturbed - 1) * uniform(numbers) : 1;
        costs.push_back(mean * std::exp(normal(numbers)) * factor);
    }
    return costs;
}

Totals World::play(tuning::Strategy& strategy, int requests) const {
    std::mt19937_64 numbers(seed_ + 1);
    std::mt19937_64 repeated(seed_ + 2);
    std::vector<double> means = means_;
    std::vector<double> fixed(means.size());
    Totals totals;
    strategy.begin(simulatedCandidates(kind_.candidates), static_cast<std::int64_t>(seed_));
    const int context = strategy.enterContext("simulated", {}, {});
    for (int request = 0; request < requests; ++request) {
        if (request == requests / 2) {
            means[bestOf(means)] *= kind_.slowdown;
        }
        const std::vector<double> costs = draw(numbers, means);
        totals.strategy += serve(
            strategy, context, costs, [&] { return draw(repeated, means); }, totals.choices);
        totals.oracle += costs[bestOf(means)];
        for (std::size_t i = 0; i < costs.size(); ++i) {
            fixed[i] += costs[i];
        }
    }
    totals.bestFixed = *std::min_element(fixed.begin(), fixed.end());
    totals.initial = fixed.front();
    return totals;
}

sidl::array<tuning::Candidate> simulatedCandidates(int number) {
    std::vector<tuning::Candidate> candidates;
    for (int i = 0; i < number; ++i) {
        candidates.push_back({std::to_string(i), "1.0", true, true, false});
    }
    return sidl::array<tuning::Candidate>(candidates);
}

}  // namespace gantry::bench
