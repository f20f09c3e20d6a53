#include <perf/analysis/HistoryViews.hpp>
#include <perf/analysis/TableText.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <string>

using namespace gantry;
using namespace gantry::perf;
using namespace gantry::perf;

namespace {

perf::ArchivedDecision decision(const std::string& context, double cost, double seconds) {
    perf::ArchivedDecision made;
    made.timeNs = 1'500'000;
    made.time = 1763802000;
    made.port = "driver.solve";
    made.request = 7;
    made.context = context;
    made.candidate = "klu";
    made.reason = "exploration";
    made.status = "completed";
    made.cost = cost;
    made.seconds = seconds;
    return made;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_SUITE_BEGIN("perf.analysis.HistoryViews");

TEST_CASE("contexts are distinguished by the words that they do not share") {
    const auto texts = shortContexts({"n=5 spd row=1", "n=5 row=2", "n=5 spd row=1"});
    CHECK(texts.size() == 2);
    CHECK(texts.at("n=5 spd row=1") == "spd row=1");
    CHECK(texts.at("n=5 row=2") == "row=2");
}

TEST_CASE("a context without a word of its own stays as it is") {
    const auto texts = shortContexts({"n=5", "n=5 spd"});
    CHECK(texts.at("n=5") == "n=5");
    CHECK(texts.at("n=5 spd") == "spd");
    CHECK(shortContexts({std::string(100, 'x')}).at(std::string(100, 'x')) ==
          std::string(37, 'x') + "...");
}

TEST_CASE("a context is not cut within a character") {
    const std::string key = std::string(36, 'x') + "\xc3\xa4\xc3\xa4\xc3\xa4";
    CHECK(shortContexts({key}).at(key) == std::string(36, 'x') + "...");
}

TEST_CASE("a context is meant by any words that only it has") {
    const std::vector<std::string> keys{"n=5 spd row=1", "n=5 row=2", "n=5"};
    CHECK(contextMeant(keys, "row=1 spd") == "n=5 spd row=1");
    CHECK(contextMeant(keys, "n=5") == "n=5");
    CHECK(contextMeant(keys, "n=6") == "n=6");
    CHECK_THROWS_WITH(contextMeant({"a x", "a y"}, "a"),
                      "'a' fits 2 contexts; say more of its words:\n  a x\n  a y");
}

TEST_CASE("decisions have what was believed of the one that was called, and not what nobody knew") {
    perf::ArchivedDecision known = decision("poisson", 0.002, 0.002);
    known.estimates = {{"cg", 9, 7, 6, 8, 0, 0}, {"klu", 3, 0.001, 0.0005, 0.004, 0, 0}};
    perf::ArchivedDecision unknown = decision("poisson", 0.003, 0.003);
    unknown.estimates = {{"klu", 0, 0, 0, HUGE_VAL, 0, 0}};

    const std::string text = tableText(decisionTable({known, unknown}, Moment::SinceBegin));
    CHECK(contains(text, "expected     low     high"));
    CHECK(contains(text, "1.00 ms  500 us  4.00 ms"));
    CHECK(contains(text, "exploration         -       -        -  completed  3.00 ms"));
    CHECK_FALSE(contains(text, "driver.solve"));
}

TEST_CASE("costs have a unit where they are the times of the calls, and both are there else") {
    CHECK(contains(tableText(decisionTable({decision("a", 0.002, 0.002)}, Moment::SinceBegin)),
                   "2.00 ms"));
    const std::string text =
        tableText(decisionTable({decision("a", 12'000, 0.002)}, Moment::SinceBegin));
    CHECK(contains(text, " cost  seconds"));
    CHECK(contains(text, "12,000  2.00 ms"));
}

TEST_CASE("several tuned ports are distinguished") {
    perf::ArchivedDecision other = decision("a", 1, 1);
    other.port = "driver.integrate";
    const std::string text =
        tableText(decisionTable({decision("a", 1, 1), other}, Moment::SinceBegin));
    CHECK(contains(text, "driver.solve"));
    CHECK(contains(text, "driver.integrate"));
}

TEST_CASE("changes have both ends of a connection, and only what there is of an instance") {
    const std::string text =
        tableText(changeTable({{-2'000'000, "create", "app.rc:1", "driver", "", "", "", "", false},
                               {5'000, "swap", "component tuner", "gate", "incumbent", "klu",
                                "solver", "swap gate incumbent klu solver", false}}));
    CHECK(contains(text, "-2.00 ms  create  driver "));
    CHECK(contains(text, "5.00 us  swap    gate.incumbent  klu.solver  component tuner"));
}

TEST_SUITE_END();
