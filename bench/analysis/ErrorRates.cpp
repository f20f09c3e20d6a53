#include "analysis/ErrorRates.hpp"

#include <perf/analysis/compare/Comparison.hpp>
#include <perf/analysis/gate/GateTrial.hpp>

#include <cmath>
#include <cstdint>
#include <random>
#include <string>

namespace gantry::bench {

namespace {

using namespace gantry::perf;

double percent(std::size_t part, std::size_t whole) {
    return static_cast<double>(part) / static_cast<double>(whole) * 100;
}

/// Runs of a flat program: each row has a noise of 4 %, all together 2 %, and one row in 200 takes
/// much longer.
class NoisyProgram final {
public:
    NoisyProgram(std::uint32_t seed, std::size_t rows) : random_(seed) {
        profile_.metrics = {{"wall", "ns", "generated"}};
        for (std::size_t row = 0; row < rows; ++row) {
            TimerInfo timer;
            timer.id = static_cast<std::uint32_t>(row);
            timer.name = "row " + std::to_string(row);
            timer.group = "default";
            profile_.timers.push_back(timer);
            costs_.push_back(1e9 / std::pow(static_cast<double>(row + 1), 0.9));
        }
    }

    Profile run(std::size_t slowRow, double factor) {
        std::normal_distribution<double> normal;
        const double common = std::exp(0.02 * normal(random_));
        ThreadProfile thread;
        Profile profile = profile_;
        for (std::size_t row = 0; row < costs_.size(); ++row) {
            double value = costs_[row] * common * std::exp(0.04 * normal(random_));
            value *= row == slowRow ? factor : 1;
            value *= random_() % 200 == 0 ? 1 + 0.5 * std::abs(normal(random_)) : 1;
            CallPathNode node;
            node.timer = static_cast<std::uint32_t>(row);
            node.parent = -1;
            node.calls = 10;
            node.inclusive[0] = static_cast<std::int64_t>(value);
            profile.timeNs += node.inclusive[0];
            thread.nodes.push_back(node);
        }
        profile.threads.push_back(std::move(thread));
        return profile;
    }

private:
    std::mt19937 random_;
    std::vector<double> costs_;
    Profile profile_;
};

/// What one comparison called a change.
struct Called {
    bool slowRow = false;
    std::size_t others = 0;
};

// The second row has 6 % of the whole.
constexpr std::size_t kSlowRow = 1;

Called compareGenerated(std::uint32_t seed, std::size_t runs, double factor) {
    constexpr std::size_t kRows = 1000;
    NoisyProgram program(seed, kRows);
    RunTable table{RunTableOptions{}};
    std::vector<std::size_t> before;
    std::vector<std::size_t> after;
    for (std::size_t run = 0; run < runs; ++run) {
        before.push_back(table.add("a", program.run(kSlowRow, 1)));
        after.push_back(table.add("b", program.run(kSlowRow, factor)));
    }
    const Comparison comparison = compareRuns(table, before, after, {});
    Called called;
    for (std::size_t row = 0; row < comparison.rows.size(); ++row) {
        const Verdict verdict = comparison.rows[row].verdict;
        const bool changed = verdict == Verdict::More || verdict == Verdict::Less;
        called.slowRow = called.slowRow || (row == kSlowRow && verdict == Verdict::More);
        called.others += changed && row != kSlowRow ? 1 : 0;
    }
    return called;
}

double missedOf(std::size_t comparisons, std::size_t runs) {
    std::size_t missed = 0;
    for (std::uint32_t seed = 1; seed <= comparisons; ++seed) {
        missed += compareGenerated(seed + 1'000'000, runs, 1.1).slowRow ? 0 : 1;
    }
    return percent(missed, comparisons);
}

/// Runs with a noise of their own, and a drift that is correlated from run to run.
class DriftingRuns final {
public:
    DriftingRuns(std::uint32_t seed, double noise) : random_(seed), noise_(noise) {
        drift_ = kDrift * normal_(random_);
    }
    double next(double cost) {
        constexpr double kCorrelation = 0.9;
        drift_ = kCorrelation * drift_ +
                 std::sqrt(1 - kCorrelation * kCorrelation) * kDrift * normal_(random_);
        return cost * std::exp(drift_ + noise_ * normal_(random_));
    }

private:
    static constexpr double kDrift = 0.023;
    std::mt19937 random_;
    std::normal_distribution<double> normal_;
    double noise_;
    double drift_ = 0;
};

std::size_t calledSlower(std::size_t gates, double noise, double factor, std::uint32_t firstSeed) {
    std::size_t slower = 0;
    for (std::uint32_t seed = 0; seed < gates; ++seed) {
        DriftingRuns runs(firstSeed + seed, noise);
        GateTrial trial({});
        while (const auto side = trial.next()) {
            trial.add(runs.next(*side == GateSide::Baseline ? 1 : factor));
        }
        slower += trial.outcome().verdict == Verdict::More ? 1 : 0;
    }
    return slower;
}

}  // namespace

std::vector<Figure> comparisonRates(const Effort& effort) {
    constexpr std::size_t kRuns = 10;
    const std::size_t equal = effort.of(100, 4);
    const std::size_t slower = effort.of(100, 4);
    std::size_t called = 0;
    for (std::uint32_t seed = 1; seed <= equal; ++seed) {
        const Called one = compareGenerated(seed, kRuns, 1);
        called += one.others + (one.slowRow ? 1 : 0);
    }
    // At most one row in 20 comparisons.
    return {
        {"20 comparisons of 1,000 equal rows: rows called changed",
         static_cast<double>(called) * 20 / static_cast<double>(equal), "", 1},
        {"a row of 6 % takes 10 % longer, 10 runs each: missed", missedOf(slower, kRuns), "%", 40},
        {"a row of 6 % takes 10 % longer, 20 runs each: missed", missedOf(slower, 2 * kRuns), "%",
         5}};
}

std::vector<Figure> gateRates(const Effort& effort) {
    const std::size_t gates = effort.of(1000, 8);
    std::vector<Figure> figures;
    for (const auto& [noise, name] : {std::pair{0.02, "2 %"}, std::pair{0.046, "4.6 %"}}) {
        const std::string head = std::string("gates, noise ") + name;
        figures.push_back({head + ": equal commands called slower",
                           percent(calledSlower(gates, noise, 1, 1), gates), "%", 1});
        figures.push_back({head + ": 10 % more not found in 20 runs",
                           percent(gates - calledSlower(gates, noise, 1.1, 5'000'000), gates), "%",
                           5});
    }
    return figures;
}

}  // namespace gantry::bench
