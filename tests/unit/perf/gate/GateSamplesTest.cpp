#include <perf/analysis/gate/GateSamples.hpp>

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

#include "ProfileSamples.hpp"

using namespace gantry::perf;

namespace {

// Two calls of solve within main, 70 and 30 ns; main took 120 ns, the run 150.
Profile sampleRun(const std::string& host = "here") {
    Profile run = samples::withTimers({"main", "solve"});
    samples::addThread(run, {samples::node(0, -1, 1, 120), samples::node(1, 0, 2, 100)});
    run.threads.front().cpuNs = 110;
    run.timeNs = 150;
    run.machine.host = host;
    return run;
}

}  // namespace

TEST_SUITE_BEGIN("perf.gate.GateSamples");

TEST_CASE(
    "the value of a run is its elapsed time, processor time, or a metric of its outermost calls") {
    CHECK(GateMetric{}.valueOf(sampleRun()) == 150);
    CHECK(GateMetric{"cpu", ""}.valueOf(sampleRun()) == 110);
    CHECK(GateMetric{"wall", ""}.valueOf(sampleRun()) == 120);
}

TEST_CASE("the value of a timer is the sum over the timers of that pattern") {
    CHECK(GateMetric{"elapsed", "solve"}.valueOf(sampleRun()) == 100);
    CHECK(GateMetric{"elapsed", "*"}.valueOf(sampleRun()) == 220);
    CHECK(GateMetric{"elapsed", "solve"}.text() == "wall of solve");
}

TEST_CASE("a metric or timer that the run does not have is refused by name") {
    CHECK_THROWS_WITH_AS((void)GateMetric({"heat", ""}).valueOf(sampleRun()),
                         "a gate compares elapsed, cpu, or a measured metric: 'heat' is none of "
                         "elapsed, cpu, wall",
                         std::invalid_argument);
    CHECK_THROWS_AS((void)GateMetric({"elapsed", "none"}).valueOf(sampleRun()),
                    std::invalid_argument);
}

TEST_CASE("a run that is partial is not compared") {
    GateSamples all(GateMetric{});
    Profile run = sampleRun();
    run.partial = "it was killed";

    CHECK_THROWS_AS(all.add(GateSide::Candidate, "run", run), std::runtime_error);
}

TEST_CASE("a run in another unit is not compared") {
    GateSamples all(GateMetric{"wall", ""});
    Profile run = sampleRun();
    run.metrics.front().unit = "us";
    all.add(GateSide::Baseline, "first", sampleRun());

    CHECK(all.unit() == "ns");
    CHECK_THROWS_AS(all.add(GateSide::Candidate, "second", run), std::runtime_error);
}

TEST_CASE("two hosts are two machines, once both sides have run") {
    GateSamples all(GateMetric{});
    all.add(GateSide::Baseline, "first", sampleRun("one"));
    const std::string before = all.otherMachine();
    all.add(GateSide::Candidate, "second", sampleRun("two"));

    CHECK(before.empty());
    CHECK(all.otherMachine() == "hosts one and two");
}

TEST_CASE("where wall time went is said of gates by wall time, and of no other metric") {
    const auto contributions = [](const GateMetric& metric) {
        GateSamples all(metric);
        Profile slower = sampleRun();
        slower.threads.front().nodes.front().inclusive[0] = 500;
        all.add(GateSide::Baseline, "first", sampleRun());
        all.add(GateSide::Candidate, "second", slower);
        return all.contributions();
    };
    CHECK(contributions({}).find("Where ") != std::string::npos);
    CHECK(contributions({"cpu", ""}).empty());
}

TEST_SUITE_END();
