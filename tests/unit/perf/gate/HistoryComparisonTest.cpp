#include <perf/analysis/compare/RankTest.hpp>
#include <perf/analysis/gate/GateMetric.hpp>
#include <perf/analysis/gate/HistoryComparison.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using namespace gantry::perf;

namespace {

GateRecord result(std::vector<double> runs) {
    GateRecord record;
    record.time = "2026-01-31T12:00:00Z";
    record.name = "solver";
    record.metric = "elapsed of the whole run";
    record.unit = "ns";
    record.machine = "EPYC, 2 cores, Linux";
    record.runs = static_cast<std::int64_t>(runs.size());
    record.median = median(runs);
    record.values = std::move(runs);
    return record;
}

// A machine whose state changes by 1 % from result to result, with a noise of 2 % in each run; one
// run in ten takes 30 % longer.
class NoisyMachine final {
public:
    explicit NoisyMachine(std::uint32_t seed) : random_(seed) {}

    std::vector<double> runs(std::size_t number, double level) {
        const double state = std::exp(0.01 * normal_(random_));
        std::vector<double> values;
        for (std::size_t i = 0; i < number; ++i) {
            const double slow = part_(random_) < 0.1 ? 1.3 : 1;
            values.push_back(level * state * slow * std::exp(0.02 * normal_(random_)));
        }
        return values;
    }

    std::vector<GateRecord> results(std::size_t number, std::size_t runsOfEach, double level) {
        std::vector<GateRecord> records;
        for (std::size_t i = 0; i < number; ++i) {
            records.push_back(result(runs(runsOfEach, level)));
        }
        return records;
    }

private:
    std::mt19937 random_;
    std::normal_distribution<double> normal_;
    std::uniform_real_distribution<double> part_;
};

constexpr double kLimit = 0.03;

// The part of comparisons of new runs, at this multiple of the level, with this verdict.
double rateOf(Verdict verdict, double factor, std::size_t newRuns) {
    constexpr int kTrials = 400;
    int found = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
        const std::uint32_t seed = 20261128U + static_cast<std::uint32_t>(trial);
        NoisyMachine machine(seed);
        const std::vector<GateRecord> series = machine.results(12, 10, 1e7);
        const HistoryComparison comparison =
            compareWithHistory(series, machine.runs(newRuns, factor * 1e7), kLimit);
        found += comparison.value.verdict == verdict ? 1 : 0;
    }
    return static_cast<double>(found) / kTrials;
}

void checkWidth(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        CHECK(line.size() <= 80);
    }
}

}  // namespace

TEST_SUITE_BEGIN("perf.gate.HistoryComparison");

TEST_CASE("of runs without a change at most one in a hundred is called slower or faster") {
    for (const std::size_t runs : {1U, 3U, 6U}) {
        INFO("seeds from 20261128 on, new runs: ", runs);
        CHECK(rateOf(Verdict::More, 1, runs) + rateOf(Verdict::Less, 1, runs) <= 0.01);
    }
}

TEST_CASE("six runs that take 10 % longer are called slower in at least 95 of 100 comparisons") {
    INFO("seeds from 20261128 on");
    CHECK(rateOf(Verdict::More, 1.1, 6) >= 0.95);
    // Slow runs among the new ones hide a speed-up more often.
    CHECK(rateOf(Verdict::Less, 0.9, 6) >= 0.85);
}

TEST_CASE("one run is judged where the history has enough runs, else the number needed is named") {
    NoisyMachine machine(1);
    const std::vector<double> slower{1.5e7};
    const HistoryComparison many = compareWithHistory(machine.results(25, 10, 1e7), slower, kLimit);
    CHECK(many.value.verdict == Verdict::More);
    CHECK(many.runsNeeded == 0);

    const HistoryComparison few = compareWithHistory(machine.results(6, 6, 1e7), slower, kLimit);
    CHECK(few.value.verdict == Verdict::CannotTell);
    CHECK(few.runsNeeded == 2);
    const std::vector<double> both{1.5e7, 1.52e7};
    CHECK(compareWithHistory(machine.results(6, 6, 1e7), both, kLimit).value.verdict ==
          Verdict::More);
}

TEST_CASE("only the results since the level last changed count") {
    NoisyMachine machine(2);
    std::vector<GateRecord> series = machine.results(12, 8, 1e7);
    const std::vector<GateRecord> later = machine.results(12, 8, 1.3e7);
    series.insert(series.end(), later.begin(), later.end());

    const HistoryComparison comparison = compareWithHistory(series, machine.runs(6, 1.3e7), kLimit);

    CHECK(comparison.older == 12);
    CHECK(comparison.results == 12);
    CHECK(comparison.runs == 96);
    CHECK(comparison.value.verdict != Verdict::More);
    CHECK(comparison.value.before == doctest::Approx(1.3e7).epsilon(0.03));
}

TEST_CASE("results that differ by themselves raise the limit") {
    std::vector<GateRecord> series;
    for (const double level : {1.0, 1.1, 0.92, 1.08, 0.95, 1.03}) {
        series.push_back(result({level * 0.999, level, level * 1.001}));
    }
    const HistoryComparison comparison =
        compareWithHistory(series, {1.12, 1.121, 1.122, 1.123, 1.124, 1.125}, kLimit);
    CHECK(comparison.limit > 0.2);
    CHECK(comparison.value.verdict == Verdict::CannotTell);
    CHECK(comparison.runsNeeded == 0);
    CHECK(historyComparisonText(comparison).find("differ too much for more runs") !=
          std::string::npos);
}

TEST_CASE("a history that is too short, or without single runs, calls nothing a change") {
    NoisyMachine machine(3);
    const HistoryComparison brief =
        compareWithHistory(machine.results(4, 10, 1e7), machine.runs(6, 2e7), kLimit);
    CHECK(brief.value.verdict == Verdict::CannotTell);
    REQUIRE(brief.warnings.size() == 1);
    CHECK(brief.warnings[0].find("has 4 results; at least 5") != std::string::npos);

    std::vector<GateRecord> old = machine.results(8, 10, 1e7);
    for (GateRecord& record : old) {
        record.values.clear();
    }
    const HistoryComparison without = compareWithHistory(old, machine.runs(6, 2e7), kLimit);
    CHECK(without.value.verdict == Verdict::CannotTell);
    REQUIRE(without.warnings.size() == 1);
    CHECK(without.warnings[0].find("without their single runs") != std::string::npos);
    CHECK(without.value.relative == doctest::Approx(1).epsilon(0.1));
}

TEST_CASE("values that are no numbers above 0 are refused, as are no values") {
    NoisyMachine machine(4);
    const std::vector<GateRecord> series = machine.results(6, 6, 1);
    for (const double value : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(),
                               std::numeric_limits<double>::infinity()}) {
        CHECK_THROWS_AS(compareWithHistory(series, {1, value}, kLimit), std::invalid_argument);
        std::vector<GateRecord> bad = series;
        bad[2].median = value;
        CHECK_THROWS_AS(compareWithHistory(bad, {1}, kLimit), std::invalid_argument);
        std::vector<GateRecord> badRun = series;
        badRun[2].values[0] = value;
        CHECK(compareWithHistory(badRun, {1}, kLimit).runs == 35);
    }
    CHECK_THROWS_AS(compareWithHistory(series, {}, kLimit), std::invalid_argument);
    CHECK_THROWS_AS(compareWithHistory({}, {1}, kLimit), std::invalid_argument);
}

TEST_CASE("the gate is chosen by name, by the command of the run, or because it is the only one") {
    std::vector<GateRecord> records{result({1}), result({1}), result({1})};
    records[1].name = "./other --size 3";
    records[2].metric = "cpu of the whole run";
    const std::string machine = "EPYC, 2 cores, Linux";
    CHECK(seriesFor(records, "solver", "", "", machine).size() == 2);
    CHECK(seriesFor(records, "solver", "", "cpu", machine).front().front().metric ==
          "cpu of the whole run");
    CHECK(seriesFor(records, "", "./other --size 3", "", machine).front().front().name ==
          "./other --size 3");
    CHECK(seriesFor({records[0]}, "", "./unknown", "", machine).size() == 1);
    CHECK_THROWS_WITH_AS(seriesFor(records, "", "./unknown", "", machine),
                         doctest::Contains("name one of ./other --size 3, solver"),
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(seriesFor(records, "solvr", "", "", machine),
                         doctest::Contains("did you mean 'solver'"), std::invalid_argument);
    CHECK_THROWS_WITH_AS(seriesFor(records, "solver", "", "heat", machine),
                         doctest::Contains("not of the metric 'heat'"), std::invalid_argument);
    CHECK_THROWS_WITH_AS(seriesFor(records, "solver", "", "", "Xeon"),
                         doctest::Contains("are of another machine (EPYC, 2 cores, Linux)"),
                         std::invalid_argument);
    CHECK_THROWS_AS(seriesFor({}, "solver", "", "", machine), std::invalid_argument);
}

TEST_CASE("the texts fit into 80 columns and say the verdict, the noise and what is not used") {
    NoisyMachine machine(5);
    const HistoryComparison comparison =
        compareWithHistory(machine.results(12, 8, 1e7), machine.runs(6, 1.3e7), kLimit);
    const std::string text = historyComparisonText(comparison);
    checkWidth(text);
    CHECK(text.find("Compared   12 results since 2026-01-31T12:00:00Z (96 runs), and 6 new runs") !=
          std::string::npos);
    CHECK(text.find("\nVerdict    slower\n") != std::string::npos);
    const std::string markdown = historyComparisonMarkdown(comparison);
    CHECK(markdown.starts_with("### Comparison with the history: slower\n"));
    CHECK(historyComparisonJson({comparison}).find("\"verdict\": \"more\"") != std::string::npos);
}

TEST_CASE("a metric is what its text names") {
    for (const GateMetric& metric :
         {GateMetric{"elapsed", ""}, GateMetric{"cpu", ""}, GateMetric{"wall", "solve of all"}}) {
        const GateMetric read = GateMetric::fromText(metric.text());
        CHECK(read.metric == metric.metric);
        CHECK(read.timer == metric.timer);
    }
}

TEST_SUITE_END();
