#include <perf/analysis/findings/Finding.hpp>
#include <perf/analysis/findings/RunAnalysis.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "MeetingRuns.hpp"
#include "ProfileSamples.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

TEST_SUITE_BEGIN("perf.findings.Findings");

TEST_CASE("a run without a problem has no finding") {
    const Analyzed run = analyzed({32, [](int, int) { return 1.0; }});
    CHECK(run.findings().empty());
    CHECK(run.trace.loadBalance == doctest::Approx(1));
    CHECK(run.trace.serialization == doctest::Approx(1).epsilon(0.001));
}

TEST_CASE("a rank that always computes more is a load imbalance with its exact gain") {
    const Analyzed run = analyzed({32, [](int rank, int) { return rank == 2 ? 2.0 : 1.0; }});
    const std::vector<Finding> findings = run.findings();
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].hypothesis == "loadImbalance");
    // 2 of 2 ms, mean 1.25.
    CHECK(findings[0].gain == doctest::Approx(0.375).epsilon(0.001));
    CHECK(findings[0].confidence == 1);
    CHECK(findings[0].where.find("rank 2") == 0);
    CHECK(run.trace.loadBalance == doctest::Approx(0.625));
}

TEST_CASE("another rank that is slow each time is synchronization, not imbalance") {
    const Analyzed run =
        analyzed({32, [](int rank, int step) { return step % kRanks == rank ? 2.0 : 1.0; }});
    const std::vector<Finding> findings = run.findings();
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].hypothesis == "frequentSynchronization");
    CHECK(findings[0].gain == doctest::Approx(0.375).epsilon(0.01));
    CHECK(run.trace.loadBalance == doctest::Approx(1).epsilon(0.001));
    CHECK(run.trace.serialization == doctest::Approx(0.625).epsilon(0.001));
}

TEST_CASE("ranks that share cores are judged by CPU time, and without it not at all") {
    const Steps steps{32, [](int, int) { return 1.0; }, "MPI_Allreduce", 3};
    const Analyzed withCpu = analyzed(steps, true, true);
    CHECK(withCpu.trace.byCpu);
    CHECK(withCpu.findings().empty());
    CHECK(withCpu.trace.loadBalance == doctest::Approx(1));
    const Analyzed without = analyzed(steps, true, false);
    CHECK(without.findings().empty());
    REQUIRE(!without.trace.notes.empty());
    CHECK(without.trace.notes.back().find("the metrics wall and cpu") != std::string::npos);
    // On cores of their own the same wall times are a fault of the program.
    CHECK(has(analyzed(steps).findings(), "frequentSynchronization"));
}

TEST_CASE("imbalance on shared cores is found by CPU time") {
    const Steps steps{32, [](int rank, int) { return rank == 0 ? 3.0 : 1.0; }, "MPI_Allreduce", 3};
    const std::vector<Finding> findings = analyzed(steps, true, true).findings();
    REQUIRE(has(findings, "loadImbalance"));
    CHECK(findings[0].gain == doctest::Approx(0.5).epsilon(0.02));
    CHECK(findings[0].limit.find("shared cores") != std::string::npos);
}

TEST_CASE("on shared cores an imbalance comes with the advice to repeat the run") {
    const Steps steps{32, [](int rank, int) { return rank == 0 ? 3.0 : 1.0; }, "MPI_Allreduce", 3};
    const auto limit = [&steps](bool shared) {
        const std::vector<Finding> findings = analyzed(steps, shared, shared).findings();
        REQUIRE(has(findings, "loadImbalance"));
        return findings[0].limits();
    };
    CHECK(limit(false).find("repeat the run") == std::string::npos);
    CHECK(limit(true).find("repeat the run") != std::string::npos);
}

TEST_CASE("small pieces of work on shared cores are a finding, also beside other programs") {
    // 1,000 meetings of 7 us, and 20 us of computing between two of them, of 4 ranks on 2 cores.
    const auto pieces = [](double slowdown) {
        return analyzed({1000, [](int, int) { return 0.02; }, "MPI_Allreduce", slowdown}, true,
                        true)
            .findings();
    };
    for (const double slowdown : {3.0, 100.0}) {
        INFO("other programs make the run longer, by ", slowdown);
        const std::vector<Finding> findings = pieces(slowdown);
        REQUIRE(has(findings, "fineGrain"));
        CHECK(findings[0].gain == doctest::Approx(7.0 / 47.0).epsilon(0.02));
    }
    CHECK(analyzed({300, [](int, int) { return 4.0; }, "MPI_Allreduce", 3}, true, true)
              .findings()
              .empty());
}

TEST_CASE("every hypothesis that applies is listed with its confidence, reported or not") {
    const Analyzed run = analyzed({32, [](int rank, int) { return rank == 2 ? 1.02 : 1.0; }});
    const Evidence evidence{run.profile, run.efficiency, &run.trace, run.machine, 0.05};
    const std::vector<Finding> tested = testedHypotheses(evidence);
    REQUIRE(has(tested, "loadImbalance"));
    CHECK(reportedOf(tested, 0.05).empty());
    CHECK(reportedOf(tested, 0.05).size() == findingsOf(evidence).size());
}

TEST_CASE("noise below the smallest interesting gain is not a finding, in 40 runs") {
    int found = 0;
    for (unsigned seed = 0; seed < 40; ++seed) {
        std::mt19937 random(seed);
        std::normal_distribution<double> noise(1, 0.02);
        found += analyzed({16, [&](int, int) { return noise(random); }}).findings().empty() ? 0 : 1;
    }
    CHECK(found == 0);
}

TEST_CASE("the confidence of a gain at the limit is neither 0 nor 1") {
    std::mt19937 random(1);
    std::normal_distribution<double> noise(1, 0.2);
    const Analyzed run = analyzed(
        {32, [&](int rank, int) { return std::max(0.1, noise(random)) * (rank == 1 ? 1.1 : 1); }});
    Evidence evidence{run.profile, run.efficiency, &run.trace, run.machine, 0.07};
    const ResampledGain gain = resampled(evidence, [](const RunReplica& each) {
        return (each.greatest() - each.mean()) / each.lengthNs;
    });
    CHECK(gain.confidence > 0);
    CHECK(gain.confidence < 1);
    CHECK(gain.low <= gain.gain);
    CHECK(gain.high >= gain.gain);
}

TEST_CASE("a difference of one step that noise explains is not an imbalance; a larger one is") {
    const auto once = [](double factor) {
        return analyzed({1, [factor](int rank, int) { return rank == 3 ? 40 * factor : 40.0; },
                         "MPI_Allreduce", 1},
                        true, true)
            .findings();
    };
    CHECK(once(1.06).empty());
    CHECK(has(once(4), "loadImbalance"));
}

TEST_CASE("a run that is too short is not judged") {
    const Analyzed run = analyzed({2, [](int rank, int) { return rank == 0 ? 1.0 : 0.1; }});
    CHECK(run.findings().empty());
}

TEST_CASE("a trace without calls of MPI is refused") {
    MpiTrace none;
    CHECK_THROWS_AS((void)analysisOf(none, defaultMachine(), false), std::invalid_argument);
}

TEST_CASE("a profile alone shows imbalance, and shared cores without CPU time nothing") {
    Profile profile = withTimers({"main", "MPI_Recv"});
    profile.machine.cores = 8;
    for (int rank = 0; rank < 2; ++rank) {
        const std::int64_t wait = rank == 0 ? 80'000'000 : 0;
        addThread(profile, {node(0, -1, 1, 100'000'000), node(1, 0, 1, wait)}).process = rank;
        ProcessInfo process;
        process.rank = rank;
        profile.processes.push_back(process);
    }
    const MachineModel machine = defaultMachine();
    RunEfficiency run = efficiencyOf(profile, StateRules(usualStates()));
    std::vector<Finding> findings = findingsOf({profile, run, nullptr, machine, 0.05});
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].gain == doctest::Approx(0.4));
    CHECK(findings[0].where == "rank 1");
    run.cores = 1;
    CHECK(findingsOf({profile, run, nullptr, machine, 0.05}).empty());
}

TEST_CASE("the model of a machine is read as it was written, and nonsense is refused") {
    MachineModel machine = defaultMachine();
    machine.host = "node1";
    machine.costs = {{"clock", {22, 0.1}}};
    const MachineModel read = machineFromJson(machineJson(machine));
    CHECK(read.host == "node1");
    CHECK(read.costs[0].cost.ns == 22);
    CHECK(read.messageCosts(64, true).barrier.ns == 7000);
    CHECK(machineJson(read) == machineJson(machine));
    CHECK_THROWS_AS((void)machineFromJson("{}"), std::invalid_argument);
    CHECK_THROWS_AS((void)machineFromJson("nonsense"), std::invalid_argument);
    std::string newer = machineJson(machine);
    newer.replace(newer.find("\"version\": 1"), 12, "\"version\": 9");
    CHECK_THROWS_WITH_AS((void)machineFromJson(newer), "it is of a newer version; calibrate again",
                         std::invalid_argument);
}
