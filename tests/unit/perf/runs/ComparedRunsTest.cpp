#include <base/InputError.hpp>
#include <perf/archive/Archive.hpp>
#include <perf/document/ProfileFile.hpp>
#include <perf/runs/ComparedRuns.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "ProfileSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;

TEST_SUITE_BEGIN("perf.runs.ComparedRuns");

TEST_CASE("the runs of all sets are in one table, in the order of the sets") {
    const TestFolder folder;
    const auto first = folder.path / "a.json";
    const auto second = folder.path / "b.json";
    writeProfile(first, samples::fullProfile());
    writeProfile(second, samples::fullProfile());

    const ComparedRuns runs =
        readComparedRuns({{"old", {first}}, {"new", {second, first}}}, RunTableOptions{});

    REQUIRE(runs.sets.size() == 2);
    CHECK(runs.sets[0] == std::vector<std::size_t>{0});
    CHECK(runs.sets[1] == std::vector<std::size_t>{1, 2});
    REQUIRE(runs.table.runs().size() == 3);
    CHECK(runs.table.runs()[1].name == second.string());
    CHECK(runs.facts.size() == 3);
}

TEST_CASE("swaps that an archive keeps are facts of its run") {
    const TestFolder folder;
    const auto plain = folder.path / "plain.gantry";
    const auto swapped = folder.path / "swapped.gantry";
    History history;
    ArchivedChange change;
    change.action = "swap";
    change.user = "driver";
    change.usesPort = "integrate";
    change.provider = "simpson";
    history.changes.push_back(change);
    writeArchive(plain, samples::fullProfile(), {});
    writeArchive(swapped, samples::fullProfile(), {}, history);

    const ComparedRuns runs = readComparedRuns({{"set", {plain, swapped}}}, RunTableOptions{});

    const std::pair<std::string, std::string> fact{"swaps of driver.integrate", "simpson"};
    const auto has = [&](const RunFacts& facts) {
        return std::find(facts.begin(), facts.end(), fact) != facts.end();
    };
    CHECK_FALSE(has(runs.facts[0]));
    CHECK(has(runs.facts[1]));
}

TEST_CASE("a run that cannot be read ends the reading with its name") {
    const TestFolder folder;
    CHECK_THROWS_AS(
        (void)readComparedRuns({{"set", {folder.path / "none.gantry"}}}, RunTableOptions{}),
        gantry::base::InputError);
}

TEST_SUITE_END();
