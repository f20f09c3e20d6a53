#include <perf/analysis/findings/RepeatedRuns.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "MeetingRuns.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

/// Milliseconds of each rank in one run.
using Work = std::vector<double>;

RunAnalysis analysisOfRun(const Analyzed& run, const std::string& name, double least) {
    RunAnalysis analysis;
    analysis.name = name;
    analysis.efficiency = run.efficiency;
    analysis.trace = run.trace;
    analysis.least = least;
    analysis.machine = "costs of the machine are defaults";
    analysis.tested =
        testedHypotheses({run.profile, run.efficiency, &run.trace, run.machine, least});
    analysis.findings = reportedOf(analysis.tested, least);
    return analysis;
}

/// Runs of 32 steps on cores that the ranks share; in each step of a run its ranks have this work.
std::vector<RunAnalysis> runsOf(const std::vector<Work>& work, double least = 0.05) {
    std::vector<RunAnalysis> runs;
    for (const Work& ofRun : work) {
        const Steps steps{32, [&](int rank, int) { return ofRun[static_cast<std::size_t>(rank)]; },
                          "MPI_Allreduce", 3};
        runs.push_back(analysisOfRun(analyzed(steps, true, true),
                                     std::to_string(runs.size()) + ".gantry", least));
    }
    return runs;
}

const JointFinding* testedIn(const RepeatedRuns& together, const std::string& hypothesis) {
    for (const JointFinding& each : together.tested) {
        if (each.finding.hypothesis == hypothesis) {
            return &each;
        }
    }
    return nullptr;
}

RunKind kind(const std::string& name) {
    RunKind made;
    made.name = name;
    made.program = "/bin/a";
    made.ranks = 4;
    made.metrics = {"cpu", "wall"};
    return made;
}

}  // namespace

TEST_SUITE_BEGIN("perf.findings.RepeatedRuns");

TEST_CASE("more work at the same rank in each run is found, with the gain of the median run") {
    const RepeatedRuns together =
        judgedTogether(runsOf({{1.5, 1, 1, 1}, {1.52, 1.01, 1, 1}, {1.47, 1, 1.01, 0.99}}));

    REQUIRE(together.findings.size() == 1);
    const JointFinding& joint = together.findings[0];
    CHECK(joint.finding.hypothesis == "loadImbalance");
    CHECK(joint.finding.where.find("rank 0") == 0);
    CHECK(joint.finding.confidence > 0.95);
    CHECK(joint.reported == 3);
    REQUIRE(joint.places.size() == 1);
    CHECK(joint.places[0].first == "rank 0");
    CHECK(joint.places[0].second == 3);
    REQUIRE(joint.gains.size() == 3);
    std::vector<double> gains = joint.gains;
    std::sort(gains.begin(), gains.end());
    CHECK(joint.finding.gain == gains[1]);
    // 0.375 of 1.5 ms and the cost of meeting.
    CHECK(joint.finding.gain == doctest::Approx(0.25).epsilon(0.02));
    CHECK(joint.finding.evidence.front().find("rank 0 computes 33.3 % more than the mean (") == 0);
}

TEST_CASE("more work at another rank in each run is noise of the machine, and is not reported") {
    const std::vector<RunAnalysis> runs = runsOf({{1.4, 1, 1, 1}, {1, 1.4, 1, 1}, {1, 1, 1, 1.4}});
    for (const RunAnalysis& run : runs) {
        CHECK(has(run.findings, "loadImbalance"));
    }

    const RepeatedRuns together = judgedTogether(runs);

    CHECK(together.findings.empty());
    const JointFinding* const tested = testedIn(together, "loadImbalance");
    REQUIRE(tested != nullptr);
    CHECK(tested->finding.confidence < 0.2);
    CHECK(tested->reported == 3);
    CHECK(tested->places.size() == 3);
    const std::string text = repeatedRunsText(together, 0);
    CHECK(text.find("Findings   none above 5.0 %") != std::string::npos);
    CHECK(text.find("Rejected ") != std::string::npos);
    CHECK(text.find("at another place in each run") != std::string::npos);
}

TEST_CASE("a finding of three of five runs at different ranks is not reported as certain") {
    const RepeatedRuns together = judgedTogether(
        runsOf({{1.4, 1, 1, 1}, {1, 1, 1, 1}, {1, 1.4, 1, 1}, {1, 1, 1, 1}, {1, 1, 1.4, 1}}));
    CHECK(together.findings.empty());
    CHECK(testedIn(together, "loadImbalance")->finding.confidence < 0.5);
}

TEST_CASE("an imbalance is found although a second rank is disturbed in one of the runs") {
    const RepeatedRuns together =
        judgedTogether(runsOf({{1.5, 1, 1, 1}, {1.5, 1, 1, 1.2}, {1.5, 1, 1, 1}}));
    REQUIRE(together.findings.size() == 1);
    CHECK(together.findings[0].finding.where.find("rank 0") == 0);
}

TEST_CASE("of forty times three runs whose ranks differ by noise, nearly none has a finding") {
    int alone = 0;
    int found = 0;
    for (unsigned seed = 0; seed < 40; ++seed) {
        std::mt19937 random(seed);
        std::normal_distribution<double> noise(1, 0.08);
        std::vector<Work> work(3, Work(kRanks));
        for (Work& ofRun : work) {
            std::generate(ofRun.begin(), ofRun.end(), [&] { return noise(random); });
        }
        const RepeatedRuns together = judgedTogether(runsOf(work));
        alone += has(together.runs[0].findings, "loadImbalance") ? 1 : 0;
        found += together.findings.empty() ? 0 : 1;
    }
    CHECK(alone > 10);
    CHECK(found <= 2);
}

TEST_CASE("what no run knows better than another, such as costs, is not averaged out") {
    // 1,000 meetings with 20 us of computing between two of them.
    std::vector<RunAnalysis> runs;
    for (int run = 0; run < 3; ++run) {
        const Steps steps{1000, [](int, int) { return 0.02; }, "MPI_Allreduce", 3};
        runs.push_back(analysisOfRun(analyzed(steps, true, true), "run", 0.05));
    }
    const double alone = std::find_if(runs[0].tested.begin(), runs[0].tested.end(), [](auto& each) {
                             return each.hypothesis == "fineGrain";
                         })->gainLow;

    const RepeatedRuns together = judgedTogether(runs);

    const JointFinding* const joint = testedIn(together, "fineGrain");
    REQUIRE(joint != nullptr);
    CHECK(isReported(joint->finding, 0.05));
    CHECK(joint->finding.gainLow == doctest::Approx(alone).epsilon(0.05));
}

TEST_CASE("a gain that only one of three runs has is not reported") {
    std::vector<RunAnalysis> runs = runsOf({{1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}});
    Finding lock;
    lock.hypothesis = "lockWaits";
    lock.subject = "a lock";
    lock.setGain({0.2, 0.2, 0.2, 1, {0.2, 0.2, 0.2}});
    runs[1].tested.push_back(lock);
    runs[1].findings = {lock};

    const RepeatedRuns together = judgedTogether(runs);

    CHECK(together.findings.empty());
    const JointFinding* const joint = testedIn(together, "lockWaits");
    REQUIRE(joint != nullptr);
    CHECK(joint->finding.gain == 0);
    CHECK(joint->gains == std::vector<double>{0, 0.2, 0});
}

TEST_CASE("gains of different subjects are different findings") {
    std::vector<RunAnalysis> runs = runsOf({{1, 1, 1, 1}, {1, 1, 1, 1}});
    for (std::size_t run = 0; run < 2; ++run) {
        Finding lock;
        lock.hypothesis = "lockWaits";
        lock.subject = run == 0 ? "a lock" : "another lock";
        lock.setGain({0.2, 0.2, 0.2, 1, {0.2}});
        runs[run].tested.push_back(lock);
    }
    const RepeatedRuns together = judgedTogether(runs);
    CHECK(std::count_if(together.tested.begin(), together.tested.end(),
                        [](auto& each) { return each.finding.hypothesis == "lockWaits"; }) == 2);
    CHECK(together.findings.empty());
}

TEST_CASE("one run says exactly what it says by itself") {
    const std::vector<RunAnalysis> runs = runsOf({{1.5, 1, 1, 1}});

    const RepeatedRuns together = judgedTogether(runs);

    CHECK(repeatedRunsText(together, 0) == analysisText(runs, 0));
    REQUIRE(together.findings.size() == runs[0].findings.size());
    CHECK(together.findings[0].finding.confidence == runs[0].findings[0].confidence);
    CHECK(together.findings[0].finding.gainLow == runs[0].findings[0].gainLow);
}

TEST_CASE("only one run advises to repeat it") {
    const std::vector<RunAnalysis> runs = runsOf({{1.5, 1, 1, 1}, {1.5, 1, 1, 1}});
    CHECK(runs[0].findings.at(0).limits().find("repeat the run") != std::string::npos);
    CHECK(judgedTogether(runs).findings.at(0).finding.limits().find("repeat the run") ==
          std::string::npos);
}

TEST_CASE("the JSON of repeated runs has each run, and what all say together") {
    const std::vector<RunAnalysis> runs = runsOf({{1.5, 1, 1, 1}, {1.4, 1, 1, 1}});
    const std::string one = analysisJson(runs);
    const std::string json = repeatedRunsJson(judgedTogether(runs));
    // A reader of the version without it finds the same.
    CHECK(json.find(one.substr(0, one.size() - 3)) == 0);
    for (const char* const text : {"\"together\": {", "\"medianRun\": \"0.gantry\"",
                                   "\"reported\": 2", "\"place\": \"rank 0\"", "\"sampleRun\": "}) {
        INFO(text);
        CHECK(json.find(text) != std::string::npos);
    }
}

TEST_CASE("runs of different programs, ranks and metrics are refused, and both are named") {
    CHECK_NOTHROW(requireSameKind(kind("a"), kind("b")));
    RunKind other = kind("b");
    other.program = "/bin/b";
    CHECK_THROWS_WITH_AS(requireSameKind(kind("a"), other),
                         "b: is a run of /bin/b, but a of /bin/a; analyze runs of one program "
                         "together",
                         std::invalid_argument);
    other = kind("b");
    other.ranks = 1;
    CHECK_THROWS_WITH_AS(requireSameKind(kind("a"), other),
                         "b: has 1 rank, but a 4; only runs on the same number of ranks are judged "
                         "together",
                         NotRepetitionsError);
    other = kind("b");
    other.metrics = {"wall"};
    CHECK_THROWS_WITH_AS(
        requireSameKind(kind("a"), other),
        "b: has the metrics wall, but a cpu, wall; only runs with the same metrics "
        "are judged together",
        NotRepetitionsError);
}

TEST_SUITE_END();
