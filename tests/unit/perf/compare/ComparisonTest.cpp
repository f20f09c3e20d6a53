#include <perf/analysis/compare/Comparison.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "GeneratedRuns.hpp"

using namespace gantry::perf;

namespace {

bool warns(const Comparison& comparison, const std::string& words) {
    return std::any_of(
        comparison.warnings.begin(), comparison.warnings.end(),
        [&](const std::string& text) { return text.find(words) != std::string::npos; });
}

Profile simple(const std::vector<std::string>& names, const std::vector<std::int64_t>& values) {
    Profile profile = samples::withTimers(names);
    std::vector<CallPathNode> nodes;
    for (std::size_t i = 0; i < names.size(); ++i) {
        nodes.push_back(samples::node(static_cast<std::uint32_t>(i), -1, 1, values[i]));
    }
    samples::addThread(profile, nodes);
    return profile;
}

}  // namespace

TEST_SUITE_BEGIN("perf.compare.Comparison");

TEST_CASE("contributions add up to the difference, at every row of the tree") {
    for (std::uint32_t seed = 1; seed <= 30; ++seed) {
        INFO("seed ", seed);
        samples::GeneratedProgram program(seed, 150);
        samples::TwoSets sets;
        for (int run = 0; run < 3; ++run) {
            sets.add(program.run(), program.run(1.2));
        }
        const Comparison comparison = compareRuns(sets.table, sets.before, sets.after, {});
        double sum = 0;
        for (const RowComparison& row : comparison.rows) {
            sum += row.contribution;
        }
        CHECK(sum == doctest::Approx(comparison.difference));
        const std::vector<Contribution> parts = contributionsOf(sets.table, comparison, 0.05);
        double top = 0;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            top += parts[i].depth == 0 ? parts[i].total : 0;
            double below = parts[i].self;
            for (std::size_t j = i + 1; j < parts.size() && parts[j].depth > parts[i].depth; ++j) {
                below += parts[j].depth == parts[i].depth + 1 ? parts[j].total : 0;
            }
            CHECK(below == doctest::Approx(parts[i].total));
        }
        CHECK(top == doctest::Approx(comparison.difference));
    }
}

TEST_CASE("rows are matched by call path, whatever the order and the thread") {
    Profile a = samples::withTimers({"main", "solve", "spmv"});
    samples::addThread(a, {samples::node(0, -1, 1, 100), samples::node(1, 0, 2, 60),
                           samples::node(2, 1, 3, 20), samples::node(2, 0, 1, 5)});
    Profile b = samples::withTimers({"spmv", "solve", "main"});
    samples::addThread(b, {samples::node(2, -1, 1, 100), samples::node(0, 0, 1, 5)});
    samples::addThread(
        b, {samples::node(2, -1, 0, 0), samples::node(1, 0, 2, 60), samples::node(0, 1, 3, 20)});
    samples::TwoSets sets;
    sets.add(a, b);

    const Comparison comparison = compareRuns(sets.table, sets.before, sets.after, {});

    REQUIRE(comparison.rows.size() == 4);
    for (const RowComparison& row : comparison.rows) {
        CHECK(row.callsBefore == row.callsAfter);
        CHECK(sets.table.total(0, row.row) == sets.table.total(1, row.row));
    }
    CHECK(sets.table.path(2) == "main > solve > spmv");
}

TEST_CASE("a change of 0 in every run is the same, without a division") {
    samples::TwoSets sets;
    for (int run = 0; run < 6; ++run) {
        sets.add(simple({"a", "b"}, {0, 100 + run}), simple({"a", "b"}, {50, 100 + run}));
    }

    const Comparison comparison = compareRuns(sets.table, sets.before, sets.after, {});

    CHECK(comparison.rows[0].before == 0);
    CHECK(std::isnan(comparison.rows[0].relative));
    CHECK(comparison.rows[0].verdict == Verdict::More);
    CHECK(comparison.rows[0].difference == 50);
    CHECK(comparison.rows[1].verdict != Verdict::More);
}

TEST_CASE("runs in which nothing took time are the same") {
    samples::TwoSets sets;
    for (int run = 0; run < 6; ++run) {
        sets.add(simple({"a"}, {0}), simple({"a"}, {0}));
    }
    const Comparison comparison = compareRuns(sets.table, sets.before, sets.after, {});
    CHECK(comparison.measured.verdict == Verdict::Same);
    CHECK(comparison.difference == 0);
}

TEST_CASE("partial runs are left out where others remain") {
    samples::TwoSets sets;
    for (int run = 0; run < 7; ++run) {
        Profile partial = simple({"a"}, {run == 0 ? 10 : 1000 + run});
        partial.partial = run == 0 ? "killed" : "";
        sets.add(partial, simple({"a"}, {1000 + run}));
    }
    const Comparison comparison = compareRuns(sets.table, sets.before, sets.after, {});
    CHECK(comparison.before.size() == 6);
    CHECK(warns(comparison, "1 partial run of the first set left out"));
    CHECK(comparison.measured.verdict == Verdict::Same);
}

TEST_CASE("sets of partial runs alone call nothing a change") {
    samples::TwoSets sets;
    for (int run = 0; run < 10; ++run) {
        Profile partial = simple({"a"}, {10 + run});
        partial.partial = "killed";
        sets.add(partial, simple({"a"}, {1000 + run}));
    }
    const Comparison comparison = compareRuns(sets.table, sets.before, sets.after, {});
    CHECK(comparison.measured.verdict == Verdict::CannotTell);
    CHECK(comparison.rows[0].verdict == Verdict::CannotTell);
    CHECK(warns(comparison, "nothing is called a change"));
}

TEST_CASE("runs without a common call path are not compared") {
    samples::TwoSets sets;
    sets.add(simple({"a"}, {1}), simple({"b"}, {1}));
    CHECK_THROWS_WITH_AS(compareRuns(sets.table, sets.before, sets.after, {}),
                         doctest::Contains("different programs"), std::invalid_argument);
    CHECK_THROWS_AS(compareRuns(sets.table, {}, sets.after, {}), std::invalid_argument);
}

// Under AddressSanitizer, a fifth of them: it is slower, and what it finds does not need that many.
TEST_CASE("of a million rows the one that is slower is called so, and no other") {
#ifdef __SANITIZE_ADDRESS__
    constexpr std::size_t kRows = 200'000;
#else
    constexpr std::size_t kRows = 1'000'000;
#endif
    constexpr std::size_t kSlower = 123'456;
    std::vector<std::string> names;
    for (std::size_t row = 0; row < kRows; ++row) {
        names.push_back("row " + std::to_string(row));
    }
    std::vector<std::int64_t> values(kRows, 10);
    samples::TwoSets sets;
    for (std::int64_t run = 0; run < 4; ++run) {
        values[kSlower] = 1'000'000 + 100 * run;
        const std::size_t before = sets.table.add("a", simple(names, values));
        values[kSlower] = 1'200'000 + 100 * run;
        sets.before.push_back(before);
        sets.after.push_back(sets.table.add("b", simple(names, values)));
    }

    const Comparison comparison = compareRuns(sets.table, sets.before, sets.after, {});

    REQUIRE(comparison.rows.size() == kRows);
    const auto changed =
        std::count_if(comparison.rows.begin(), comparison.rows.end(), [](const RowComparison& row) {
            return row.verdict == Verdict::More || row.verdict == Verdict::Less;
        });
    CHECK(changed == 1);
    CHECK(comparison.rows[kSlower].verdict == Verdict::More);
}

TEST_CASE("runs of other metrics and units are refused by name") {
    RunTable table{RunTableOptions{}};
    table.add("first", simple({"a"}, {1}));
    Profile unit = simple({"a"}, {1});
    unit.metrics[0].unit = "cycles";
    CHECK_THROWS_WITH_AS(table.add("second", unit),
                         doctest::Contains("second: wall is in 'cycles'"), std::invalid_argument);
    Profile other = simple({"a"}, {1});
    other.metrics[0].name = "cpu";
    CHECK_THROWS_WITH_AS(table.add("third", other),
                         doctest::Contains("does not have the metric 'wall', but cpu"),
                         std::invalid_argument);
}

TEST_CASE("a row of one set alone is not called faster or slower, and may be a rename") {
    samples::TwoSets sets;
    for (int run = 0; run < 8; ++run) {
        sets.add(simple({"a", "old"}, {100 + run, 100}), simple({"a", "new"}, {100 + run, 100}));
    }
    const Comparison comparison = compareRuns(sets.table, sets.before, sets.after, {});
    CHECK(comparison.rows[1].verdict == Verdict::OnlyBefore);
    CHECK(comparison.rows[2].verdict == Verdict::OnlyAfter);
    REQUIRE(comparison.renames.size() == 1);
    CHECK(comparison.renames[0].before == 1);
    CHECK(comparison.renames[0].after == 2);

    RunTable renamed{RunTableOptions{"", false, {{"old", "new"}}}};
    renamed.add("a", simple({"a", "old"}, {100, 100}));
    renamed.add("b", simple({"a", "new"}, {100, 100}));
    CHECK(renamed.rows().size() == 2);
}

TEST_CASE("values are divided by the ranks only when asked") {
    Profile two = simple({"a"}, {200});
    two.ranks = RankReduction{2, {}};
    for (const bool perRank : {false, true}) {
        RunTable table{RunTableOptions{"", perRank}};
        table.add("one", simple({"a"}, {100}));
        table.add("two", two);
        CHECK(table.sum(1) == (perRank ? 100 : 200));
        const Comparison comparison = compareRuns(table, {0}, {1}, {});
        CHECK(warns(comparison, "numbers of ranks differ") == !perRank);
    }
}

TEST_CASE("estimated values are not called changed within what they may be off by") {
    for (const std::int64_t error : {0, 100}) {
        samples::TwoSets sets;
        for (int run = 0; run < 10; ++run) {
            Profile a = simple({"a", "b"}, {1000 + run, 9000});
            Profile b = simple({"a", "b"}, {1100 + run, 9000});
            for (Profile* profile : {&a, &b}) {
                profile->threads[0].nodes[0].untimed = 1;
                profile->threads[0].nodes[0].error[0] = error;
            }
            sets.add(a, b);
        }
        const Comparison comparison = compareRuns(sets.table, sets.before, sets.after, {});
        CHECK((comparison.rows[0].verdict == Verdict::More) == (error == 0));
    }
}

TEST_SUITE_END();
