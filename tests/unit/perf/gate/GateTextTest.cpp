#include <perf/analysis/gate/GateText.hpp>

#include <doctest/doctest.h>

#include <sstream>
#include <string>

using namespace gantry::perf;

namespace {

GateReport undecided(const std::string& metric) {
    GateReport report;
    report.metric = metric;
    report.unit = "ns";
    report.outcome.baselineRuns = 20;
    report.outcome.candidateRuns = 20;
    report.outcome.runsNeeded = 120;
    return report;
}

// The text with blanks in place of breaks of lines.
std::string words(const GateReport& report) {
    std::istringstream text(gateText(report));
    std::string all;
    for (std::string word; text >> word;) {
        all += word + ' ';
    }
    return all;
}

}  // namespace

TEST_SUITE_BEGIN("perf.gate.GateText");

TEST_CASE("a gate that is not decided by elapsed time says what would decide it") {
    const std::string text = words(undecided("elapsed of the whole run"));
    CHECK(text.find("about 120 runs of each would decide") != std::string::npos);
    CHECK(text.find("CPU time (metric cpu) varies less") != std::string::npos);
    CHECK(words(undecided("wall of solve")).find("metric cpu") != std::string::npos);
}

TEST_CASE(
    "a gate by CPU time, a decided one, and one that no run decides have no advice on the metric") {
    CHECK(words(undecided("cpu of the whole run")).find("metric cpu") == std::string::npos);
    GateReport decided = undecided("elapsed of the whole run");
    decided.outcome.verdict = Verdict::Same;
    CHECK(words(decided).find("metric cpu") == std::string::npos);
    GateReport none = undecided("elapsed of the whole run");
    none.outcome.runsNeeded = 0;
    none.ended = "the machines differ";
    CHECK(words(none).find("metric cpu") == std::string::npos);
}

TEST_SUITE_END();
