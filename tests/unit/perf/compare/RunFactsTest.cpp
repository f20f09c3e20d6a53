#include <perf/analysis/compare/RunFacts.hpp>

#include <doctest/doctest.h>

#include "ProfileSamples.hpp"

using namespace gantry::perf;

TEST_SUITE_BEGIN("perf.compare.RunFacts");

TEST_CASE("machine, parameters, components and decisions are facts, and the start is not") {
    Profile profile = samples::withTimers({"a"});
    profile.machine.host = "node1";
    profile.context = {{"start", "2026"}, {"size", "100"}, {"script", "run.rc"}};
    profile.assembly.instances = {{"solver", "solvers.Cg"}};
    profile.assembly.connections = {{"driver", "in", "solver", "out"}};
    History history;
    history.changes.push_back({});
    history.changes.back().action = "swap";
    history.changes.back().user = "driver";
    history.changes.back().usesPort = "in";
    history.changes.back().provider = "other";
    history.decisions.resize(2);
    history.decisions[0].port = "in";
    history.decisions[0].candidate = "cg";
    history.decisions[1] = history.decisions[0];

    const RunFacts facts = factsOf(profile, history);

    const auto has = [&](const std::string& key, const std::string& value) {
        return std::find(facts.begin(), facts.end(), std::pair(key, value)) != facts.end();
    };
    CHECK(facts.front() == std::pair<std::string, std::string>("script", "run.rc"));
    CHECK(has("machine", "node1"));
    CHECK(has("size", "100"));
    CHECK(has("component solver", "solvers.Cg"));
    CHECK(has("port driver.in", "solver.out"));
    CHECK(has("swaps of driver.in", "other"));
    CHECK(has("decisions for in", "cg 2x"));
    CHECK(!has("start", "2026"));
}

TEST_CASE("only facts that differ between the sets are listed") {
    const std::vector<RunFacts> before{{{"machine", "a"}, {"size", "1"}, {"seed", "1"}},
                                       {{"machine", "a"}, {"size", "1"}, {"seed", "2"}}};
    const std::vector<RunFacts> after{{{"machine", "b"}, {"size", "1"}, {"seed", "3"}},
                                      {{"machine", "a"}, {"size", "1"}, {"seed", "4"}}};
    const std::vector<FactDifference> differences = differingFacts(before, after);
    REQUIRE(differences.size() == 1);
    CHECK(differences[0].fact == "machine");
    CHECK(differences[0].before == "a");
    CHECK(differences[0].after == "a | b");
    CHECK(unequalFacts(before).empty());
    CHECK(unequalFacts({{{"x", "1"}}, {{"x", "1"}}, {{"x", "2"}}}) ==
          std::vector<std::string>{"x"});
}

TEST_CASE("a fact that one set lacks differs") {
    const std::vector<FactDifference> differences = differingFacts({{{"x", "1"}}}, {{}});
    REQUIRE(differences.size() == 1);
    CHECK(differences[0].after.empty());
}

TEST_SUITE_END();
