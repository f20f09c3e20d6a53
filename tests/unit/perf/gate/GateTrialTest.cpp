#include <perf/analysis/gate/GateTrial.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>

using namespace gantry::perf;

namespace {

/// What a simulated machine does to every run: noise of its own, and a drift that is
/// autocorrelated from run to run (standard deviation 2.3 %).
struct Noise {
    double own = 0.02;
    double drift = 0.023;
    double spikes = 0;  ///< part of the runs that take up to half as long again
};

class SimulatedRunner final {
public:
    SimulatedRunner(std::uint32_t seed, const Noise& noise)
        : random_(seed), noise_(noise), drift_(noise.drift * normal_(random_)) {}

    double run(double cost) {
        constexpr double kCorrelation = 0.9;
        drift_ = kCorrelation * drift_ +
                 std::sqrt(1 - kCorrelation * kCorrelation) * noise_.drift * normal_(random_);
        double value = cost * std::exp(drift_ + noise_.own * normal_(random_));
        if (uniform_(random_) < noise_.spikes) {
            value *= 1 + 0.5 * uniform_(random_);
        }
        return value;
    }

    /// A while without runs: the drift is a new one.
    void pause() { drift_ = noise_.drift * normal_(random_); }

private:
    std::mt19937 random_;
    std::normal_distribution<double> normal_;
    std::uniform_real_distribution<double> uniform_;
    Noise noise_;
    double drift_;
};

GateOutcome gated(SimulatedRunner& runner, double factor, const GateOptions& options) {
    GateTrial trial(options);
    while (const auto side = trial.next()) {
        trial.add(runner.run(*side == GateSide::Baseline ? 1 : factor));
    }
    return trial.outcome();
}

struct Rates {
    double slower = 0;
    double passed = 0;
    double runs = 0;  ///< mean, of the candidate
};

Rates ratesOf(double factor, const Noise& noise, int trials) {
    Rates rates;
    for (int seed = 1; seed <= trials; ++seed) {
        SimulatedRunner runner(static_cast<std::uint32_t>(seed), noise);
        const GateOutcome outcome = gated(runner, factor, {});
        rates.slower += outcome.verdict == Verdict::More ? 1 : 0;
        rates.passed +=
            outcome.verdict == Verdict::Same || outcome.verdict == Verdict::Less ? 1 : 0;
        rates.runs += static_cast<double>(outcome.candidateRuns);
        CHECK(outcome.candidateRuns <= 20);
        CHECK(outcome.candidateRuns == outcome.baselineRuns);
    }
    rates.slower /= trials;
    rates.passed /= trials;
    rates.runs /= trials;
    return rates;
}

const std::vector<Noise> kNoises{
    {0.02, 0.023, 0}, {0.02, 0.023, 0.1}, {0.046, 0.023, 0}, {0.014, 0.01, 0}};

}  // namespace

TEST_SUITE_BEGIN("perf.gate.GateTrial");

TEST_CASE("at most one of a hundred equal commands is called slower") {
    for (const Noise& noise : kNoises) {
        const Rates rates = ratesOf(1, noise, 500);
        INFO("seeds 1 to 500; own noise ", noise.own, ", spikes ", noise.spikes, ": slower ",
             rates.slower, ", passed ", rates.passed, ", runs ", rates.runs);
        MESSAGE("equal: own noise ", noise.own, ", spikes ", noise.spikes, ": slower ",
                rates.slower, ", passed ", rates.passed, ", runs ", rates.runs);
        CHECK(rates.slower <= 0.01);
        CHECK(rates.passed >= 0.6);
    }
}

TEST_CASE("a tenth more is found in at most 20 runs, at least 95 times of a hundred") {
    for (const Noise& noise : kNoises) {
        const Rates rates = ratesOf(1.1, noise, 500);
        INFO("seeds 1 to 500; own noise ", noise.own, ", spikes ", noise.spikes, ": slower ",
             rates.slower, ", passed ", rates.passed, ", runs ", rates.runs);
        MESSAGE("+10 %: own noise ", noise.own, ", spikes ", noise.spikes, ": slower ",
                rates.slower, ", passed ", rates.passed, ", runs ", rates.runs);
        CHECK(rates.slower >= 0.95);
        CHECK(rates.passed <= 0.01);
    }
}

TEST_CASE("a slowdown well below the limit is seldom called slower") {
    const Rates rates = ratesOf(1.02, {}, 500);
    INFO("seeds 1 to 500");
    CHECK(rates.slower <= 0.01);
}

TEST_CASE("an improvement is called faster") {
    const Rates rates = ratesOf(0.85, {}, 100);
    INFO("seeds 1 to 100");
    CHECK(rates.passed == 1);
    SimulatedRunner runner(1, {});
    CHECK(gated(runner, 0.8, {}).verdict == Verdict::Less);
}

TEST_CASE(
    "a baseline that was stored before raises the limit, so that drift is not called slower") {
    int slower = 0;
    int found = 0;
    constexpr int kTrials = 500;
    for (int seed = 1; seed <= kTrials; ++seed) {
        SimulatedRunner runner(static_cast<std::uint32_t>(seed), {});
        for (const double factor : {1.0, 1.2}) {
            std::vector<double> baseline;
            for (int run = 0; run < 10; ++run) {
                baseline.push_back(runner.run(1));
            }
            runner.pause();
            GateOptions options;
            options.interleaved = false;
            GateTrial trial(options, baseline);
            while (const auto side = trial.next()) {
                CHECK(*side == GateSide::Candidate);
                trial.add(runner.run(factor));
            }
            const bool isSlower = trial.outcome().verdict == Verdict::More;
            slower += isSlower && factor == 1 ? 1 : 0;
            found += isSlower && factor > 1 ? 1 : 0;
        }
    }
    INFO("seeds 1 to 500");
    CHECK(slower <= kTrials / 100);
    CHECK(found >= kTrials * 9 / 10);
}

TEST_CASE("runs are asked for in the order A B B A") {
    GateTrial trial(GateOptions{});
    std::string order;
    for (int run = 0; run < 12; ++run) {
        const auto side = trial.next();
        REQUIRE(side);
        order += *side == GateSide::Baseline ? 'A' : 'B';
        trial.add(1 + 0.001 * run);
    }
    CHECK(order == "ABBAABBAABBA");
    CHECK(!trial.next());
    CHECK(trial.outcome().verdict == Verdict::Same);
}

TEST_CASE("what looks slower once is not called slower without fresh runs that confirm it") {
    GateTrial trial(GateOptions{});
    int runs = 0;
    while (const auto side = trial.next()) {
        const double slower = *side == GateSide::Candidate && runs < 12 ? 1.3 : 1;
        trial.add(slower + 0.001 * ((runs * 7) % 11));
        ++runs;
    }
    const GateOutcome outcome = trial.outcome();
    CHECK(outcome.refuted);
    CHECK(outcome.verdict != Verdict::More);
    CHECK(outcome.candidateRuns == 20);
    // Those that come afterwards confirm nothing.
    CHECK(outcome.confirmingRuns == 8);
}

TEST_CASE("a trial that ends early is not decided, and says how many runs would be") {
    GateTrial trial(GateOptions{});
    CHECK(trial.outcome().verdict == Verdict::CannotTell);
    CHECK(trial.outcome().runsNeeded == GateTrial::kLeastRuns);
    trial.add(1);
    trial.add(5);
    CHECK(trial.outcome().verdict == Verdict::CannotTell);
    CHECK(trial.outcome().runsNeeded >= GateTrial::kLeastRuns);
}

TEST_CASE("values and options without a meaning are refused") {
    for (const double value : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
        GateTrial trial(GateOptions{});
        CHECK_THROWS_AS(trial.add(value), std::invalid_argument);
    }
    GateOptions few;
    few.mostRuns = 3;
    CHECK_THROWS_WITH_AS(GateTrial{few}, doctest::Contains("at least 6 runs"),
                         std::invalid_argument);
    GateOptions stored;
    stored.interleaved = false;
    CHECK_THROWS_WITH_AS(GateTrial(stored, {1, 2}), doctest::Contains("the baseline has 2 runs"),
                         std::invalid_argument);
    CHECK_THROWS_AS(GateTrial(stored, {}), std::invalid_argument);
    CHECK_THROWS_AS(GateTrial(stored, {1, 1, 1, 1, 1, 0}), std::invalid_argument);
    GateOptions limit;
    limit.limit = 0;
    CHECK_THROWS_AS(GateTrial{limit}, std::invalid_argument);
}

TEST_SUITE_END();
