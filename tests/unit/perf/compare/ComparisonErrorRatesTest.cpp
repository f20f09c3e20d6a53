#include <perf/analysis/compare/Comparison.hpp>

#include <doctest/doctest.h>

#include "GeneratedRuns.hpp"

using namespace gantry::perf;

namespace {

// Runs of both sets in turn. factor: what the row becomes in the second set.
samples::TwoSets measured(samples::GeneratedProgram& program, std::size_t runs, std::size_t row,
                          double factor) {
    samples::TwoSets sets;
    const double cost = program.costs()[row];
    for (std::size_t run = 0; run < runs; ++run) {
        const Profile before = program.run();
        program.costs()[row] = cost * factor;
        sets.add(before, program.run());
        program.costs()[row] = cost;
    }
    return sets;
}

std::size_t changedRows(const Comparison& comparison) {
    std::size_t changed = 0;
    for (const RowComparison& row : comparison.rows) {
        changed += row.verdict == Verdict::More || row.verdict == Verdict::Less ? 1 : 0;
    }
    return changed;
}

}  // namespace

TEST_SUITE_BEGIN("perf.compare.ComparisonErrorRates");

TEST_CASE("20 comparisons of a program of 1000 rows with itself call at most one row changed") {
    std::size_t wrong = 0;
    std::size_t judged = 0;
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        samples::GeneratedProgram program(seed, 1000);
        const samples::TwoSets sets = measured(program, 10, 0, 1);
        const Comparison comparison = compareRuns(sets.table, sets.before, sets.after, {});
        wrong += changedRows(comparison);
        judged += comparison.judged;
        CHECK(comparison.measured.verdict != Verdict::More);
        CHECK(comparison.measured.verdict != Verdict::Less);
    }
    INFO("seeds 1 to 20");
    CHECK(wrong <= 1);
    CHECK(judged >= 20 * 10);
}

TEST_CASE("a row that takes a tenth longer is found as often as the guide says") {
    // Place 1 has 6 % or more of the whole.
    for (const auto& [eachRuns, least] : {std::pair<std::size_t, int>{10, 60}, {20, 95}}) {
        const auto& runs = eachRuns;
        int found = 0;
        int others = 0;
        for (std::uint32_t seed = 1; seed <= 100; ++seed) {
            samples::GeneratedProgram program(seed, 300);
            const samples::TwoSets sets = measured(program, runs, 1, 1.1);
            const Comparison comparison = compareRuns(sets.table, sets.before, sets.after, {});
            const bool hit = comparison.rows[1].verdict == Verdict::More;
            found += hit ? 1 : 0;
            others += static_cast<int>(changedRows(comparison)) - (hit ? 1 : 0);
        }
        INFO("seeds 1 to 100, ", runs, " runs each");
        CHECK(found >= least);
        CHECK(others <= 3);
    }
}

TEST_CASE("two runs call nothing a change, however much they differ") {
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        INFO("seed ", seed);
        samples::GeneratedProgram program(seed, 200);
        const samples::TwoSets sets = measured(program, 1, 1, 3);
        const Comparison comparison = compareRuns(sets.table, sets.before, sets.after, {});
        CHECK(changedRows(comparison) == 0);
        CHECK(comparison.measured.verdict == Verdict::CannotTell);
        CHECK(!comparison.warnings.empty());
    }
}

TEST_CASE("noise that was measured elsewhere allows a verdict on the whole of two runs alone") {
    ComparisonOptions options;
    options.noise = 0.03;
    int wrong = 0;
    int found = 0;
    for (std::uint32_t seed = 1; seed <= 200; ++seed) {
        samples::GeneratedProgram program(seed, 100);
        const samples::TwoSets equal = measured(program, 1, 1, 1);
        const Comparison same = compareRuns(equal.table, equal.before, equal.after, options);
        wrong += same.measured.verdict == Verdict::More || same.measured.verdict == Verdict::Less;
        const samples::TwoSets sets = measured(program, 1, 1, 4);
        const Comparison other = compareRuns(sets.table, sets.before, sets.after, options);
        found += other.measured.verdict == Verdict::More ? 1 : 0;
        CHECK(changedRows(same) + changedRows(other) == 0);
    }
    INFO("seeds 1 to 200");
    CHECK(wrong <= 4);
    CHECK(found >= 190);
}

TEST_CASE("a drift between sets that were measured one after the other raises the limit") {
    int wrong = 0;
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        samples::GeneratedProgram program(seed, 50);
        samples::TwoSets sets;
        std::vector<Profile> series;
        for (int run = 0; run < 20; ++run) {
            series.push_back(program.run(1 + 0.004 * run));
            series.back().created = "2026-01-31T12:00:" + std::to_string(10 + run) + "Z";
        }
        for (std::size_t run = 0; run < 10; ++run) {
            sets.add(series[run], series[run + 10]);
        }
        const Comparison comparison = compareRuns(sets.table, sets.before, sets.after, {});
        CHECK(!comparison.warnings.empty());
        wrong += comparison.measured.verdict == Verdict::More ? 1 : 0;
    }
    INFO("seeds 1 to 40");
    CHECK(wrong <= 4);
}

TEST_SUITE_END();
