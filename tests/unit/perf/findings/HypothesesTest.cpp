#include <perf/analysis/findings/Finding.hpp>
#include <perf/model/Overhead.hpp>

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "ProfileSamples.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

constexpr std::int64_t kMs = 1'000'000;

/// A timer with wall and CPU time, in ms.
CallPathNode timed(std::uint32_t timer, std::int32_t parent, std::int64_t wall, std::int64_t cpu) {
    CallPathNode made = node(timer, parent, 10, wall * kMs);
    made.inclusive[1] = cpu * kMs;
    return made;
}

Profile withCpu(const std::vector<std::string>& names) {
    Profile profile = withTimers(names);
    profile.metrics.push_back({"cpu", "ns", "scripted"});
    profile.machine.cores = 4;
    return profile;
}

std::vector<Finding> findingsIn(const Profile& profile, const History* history = nullptr) {
    const RunEfficiency run = efficiencyOf(profile, StateRules(usualStates()));
    return findingsOf({profile, run, nullptr, defaultMachine(), 0.05, history});
}

ModuleRecords fileModule() {
    return {"posix",
            1,
            "",
            {{"opens", "opens", Reduction::Sum},
             {"writes", "writes", Reduction::Sum},
             {"writes_to_1KiB", "writes", Reduction::Sum},
             {"writes_onward", "writes", Reduction::Sum},
             {"bytes_read", "B", Reduction::Sum},
             {"bytes_written", "B", Reduction::Sum},
             {"read_time", "ns", Reduction::Sum},
             {"write_time", "ns", Reduction::Sum}},
            {}};
}

/// A run of one second that wrote `bytes` in 5,000 pieces, which took so many ms.
Profile writing(std::int64_t ms, std::int64_t bytes) {
    Profile profile = withTimers({"main"});
    addThread(profile, {node(0, -1, 1, 1000 * kMs)});
    profile.modules.push_back(fileModule());
    const std::int64_t small = bytes / 5000 <= 1024 ? 5000 : 0;
    profile.modules[0].records.push_back(
        {"/data/out", -1, {1, 5000, small, 5000, 0, bytes, 0, ms * kMs}});
    return profile;
}

ArchivedEstimate estimate(const std::string& candidate, double cost, double low, double high) {
    return {candidate, 10, cost, low, high, 0, 0};
}

ArchivedDecision decision(const std::string& candidate, const std::string& reason, double seconds,
                          std::int64_t repeats) {
    ArchivedDecision made;
    made.port = "driver.solve";
    made.context = "poisson";
    made.candidate = candidate;
    made.reason = reason;
    made.cost = made.seconds = seconds;
    made.repeats = repeats;
    return made;
}

Profile ofOneSecond() {
    Profile profile = withTimers({"main"});
    addThread(profile, {node(0, -1, 1, 1000 * kMs)});
    return profile;
}

/// A team of threads in the region `sum`, in which each waits at a critical section.
Profile locking(std::int64_t waiting, std::uint32_t cores) {
    Profile profile = withCpu({"main", "sum", "critical"});
    profile.timers[2].type = "waiting";
    profile.machine.cores = cores;
    for (int thread = 0; thread < 2; ++thread) {
        addThread(profile,
                  {timed(0, -1, 1000, 1000), timed(1, 0, 900, 900), timed(2, 1, waiting, waiting)});
    }
    return profile;
}

}  // namespace

TEST_SUITE_BEGIN("perf.findings.Hypotheses");

TEST_CASE("a timer that waits without a processor is found, with the waiting as the gain") {
    Profile profile = withCpu({"main", "compute", "lock"});
    addThread(profile, {timed(0, -1, 1000, 710), timed(1, 0, 700, 700), timed(2, 0, 300, 10)});

    const std::vector<Finding> findings = findingsIn(profile);

    REQUIRE(findings.size() == 1);
    CHECK(findings[0].hypothesis == "blockedTime");
    CHECK(findings[0].where == "lock");
    CHECK(findings[0].gain == doctest::Approx(0.29).epsilon(0.001));
    CHECK(findings[0].confidence == 1);
}

TEST_CASE("on a busy machine, where computing waits for a core as well, nothing is blamed") {
    Profile profile = withCpu({"main", "compute", "other"});
    addThread(profile, {timed(0, -1, 1000, 490), timed(1, 0, 900, 445), timed(2, 0, 100, 45)});
    CHECK(findingsIn(profile).empty());
}

TEST_CASE("a main thread that waits for the work of its threads is not a finding") {
    Profile profile = withCpu({"main", "team"});
    addThread(profile, {timed(0, -1, 1000, 500), timed(1, 0, 500, 0)});
    addThread(profile, {}).cpuNs = 480 * kMs;
    CHECK(findingsIn(profile).empty());
    profile.threads[1].cpuNs = 100 * kMs;
    const std::vector<Finding> findings = findingsIn(profile);
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].gain == doctest::Approx(0.4));
}

TEST_CASE("threads that are measured as a whole are compared by the timers in them") {
    Profile profile = withCpu({"main", "thread", "worker"});
    addThread(profile, {timed(0, -1, 400, 400)}).role = ThreadRole::Main;
    for (const std::int64_t work : {100, 400}) {
        addThread(profile, {timed(1, -1, 400, work), timed(2, 0, work, work)}).role =
            ThreadRole::Worker;
    }
    const std::vector<Finding> findings = findingsIn(profile);
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].where == "thread 2, worker");
}

TEST_CASE("waiting in MPI is not a finding of timers that wait") {
    Profile profile = withCpu({"main", "MPI_Recv"});
    addThread(profile, {timed(0, -1, 1000, 500), timed(1, 0, 500, 0)});
    CHECK(findingsIn(profile).empty());
}

TEST_CASE("without CPU time, waiting is not judged") {
    Profile profile = withTimers({"main", "lock"});
    addThread(profile, {node(0, -1, 1, 1000 * kMs), node(1, 0, 1, 900 * kMs)});
    CHECK(findingsIn(profile).empty());
}

TEST_CASE("one thread of a team with more work is found; equal threads and others are not") {
    const auto team = [](std::int64_t last, ThreadRole role) {
        Profile profile = withCpu({"main", "worker"});
        addThread(profile, {timed(0, -1, 400, 400)}).role = ThreadRole::Main;
        for (const std::int64_t work : {100L, 100L, static_cast<long>(last)}) {
            addThread(profile, {timed(1, -1, work, work)}).role = role;
        }
        return findingsIn(profile);
    };

    const std::vector<Finding> findings = team(400, ThreadRole::Worker);

    REQUIRE(findings.size() == 1);
    CHECK(findings[0].hypothesis == "threadImbalance");
    // 400 of 400 ms, mean 200.
    CHECK(findings[0].gain == doctest::Approx(0.5));
    CHECK(findings[0].where == "thread 3, worker");
    CHECK(team(101, ThreadRole::Worker).empty());
    CHECK(team(400, ThreadRole::Library).empty());
}

TEST_CASE("threads that share cores are not judged by wall time") {
    Profile profile = withTimers({"main", "worker"});
    profile.machine.cores = 2;
    addThread(profile, {node(0, -1, 1, 400 * kMs)}).role = ThreadRole::Main;
    for (const std::int64_t work : {100, 100, 400}) {
        addThread(profile, {node(1, -1, 1, work * kMs)}).role = ThreadRole::Worker;
    }
    CHECK(findingsIn(profile).empty());
}

TEST_CASE("the evidence of a thread with more work says where it works longest") {
    Profile profile = withCpu({"main", "worker", "solve", "pack"});
    addThread(profile, {timed(0, -1, 400, 400)}).role = ThreadRole::Main;
    for (const std::int64_t work : {100, 400}) {
        addThread(profile, {timed(1, -1, work, work), timed(2, 0, work * 3 / 4, work * 3 / 4),
                            timed(3, 0, work / 8, work / 8)})
            .role = ThreadRole::Worker;
    }
    const std::vector<Finding> findings = findingsIn(profile);
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].hypothesis == "threadImbalance");
    REQUIRE(findings[0].evidence.size() == 2);
    CHECK(findings[0].evidence[1] == "thread 2 is longest in worker > solve");
}

TEST_CASE("the evidence of a timer that waits says from where it is called") {
    Profile profile = withCpu({"main", "compute", "lock"});
    addThread(profile, {timed(0, -1, 1000, 710), timed(1, 0, 1000, 710), timed(2, 1, 290, 0)});
    const std::vector<Finding> findings = findingsIn(profile);
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].where == "lock");
    CHECK(findings[0].evidence.back() == "it waits longest in main > compute > lock");
}

TEST_CASE("threads that wait at a lock are a finding with the kind and the place of the lock") {
    const std::vector<Finding> findings = findingsIn(locking(600, 4));
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].hypothesis == "lockWaits");
    CHECK(findings[0].where == "critical in main > sum");
    // Each of both waits 600 of 1000 ms, of which any part may be saved.
    CHECK(findings[0].gain == doctest::Approx(0.3));
    CHECK(findings[0].confidence > 0.8);
    CHECK(findings[0].evidence[0].find("2 threads waited 1.20 s in all, at 20 attempts") == 0);
}

TEST_CASE("the threads of a team wait at one lock, though their call paths differ") {
    Profile profile = locking(600, 4);
    profile.timers.push_back(profile.timers[0]);
    profile.timers[3].name = "thread";
    profile.threads[1].nodes[0].timer = 3;
    const std::vector<Finding> findings = findingsIn(profile);
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].where == "critical in main > sum");
    CHECK(findings[0].gain == doctest::Approx(0.3));
    CHECK(findings[0].evidence[0].find("2 threads waited 1.20 s in all, at 20 attempts") == 0);
}

TEST_CASE("short waits at a lock, and those of threads that share cores, are not a finding") {
    CHECK(findingsIn(locking(100, 4)).empty());
    CHECK(findingsIn(locking(600, 1)).empty());
}

TEST_CASE("a port that is called too often is a finding that names it") {
    Profile profile = withTimers({"go", "evaluate"});
    profile.timers[1].type = "functions.Function";
    CallPathNode calls = node(1, 0, 1'000'000, 400 * kMs);
    addThread(profile, {node(0, -1, 1, 1000 * kMs), calls});
    profile.probeOverhead = ProbeOverhead{};
    profile.probeOverhead->pair[0] = 200;
    profile.context.emplace_back(kOverheadError, "20");
    const std::vector<Finding> findings = findingsIn(profile);
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].hypothesis == "measurementOverhead");
    CHECK(findings[0].title.find("A port is called so often") == 0);
    CHECK(findings[0].where.find("evaluate") == 0);
    CHECK(findings[0].advice.find("Let a call of the port do more") == 0);
    profile.threads[0].nodes[1].calls = 1000;
    CHECK(findingsIn(profile).empty());
}

TEST_CASE("a component that waits for another is a finding that names its timer and caller") {
    Profile profile = withCpu({"driver::go", "solver::solve", "reader::next"});
    profile.timers[1].type = "demo.Solver";
    profile.timers[2].type = "demo.Reader";
    addThread(profile, {timed(0, -1, 1000, 500), timed(1, 0, 990, 490), timed(2, 1, 500, 5)});
    const std::vector<Finding> findings = findingsIn(profile);
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].hypothesis == "blockedTime");
    CHECK(findings[0].where == "reader::next demo.Reader");
    CHECK(findings[0].evidence.back() ==
          "it waits longest in driver::go > solver::solve demo.Solver > reader::next demo.Reader");
}

TEST_CASE("many small writes that take much of the run are a finding with the file's name") {
    const std::vector<Finding> findings = findingsIn(writing(600, 50'000));
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].hypothesis == "fileAccess");
    CHECK(findings[0].where == "/data/out");
    CHECK(findings[0].gain == doctest::Approx(0.3).epsilon(0.01));
    CHECK(findings[0].confidence > 0.8);
}

TEST_CASE("small writes that take little time, and large ones, are not a finding") {
    CHECK(findingsIn(writing(20, 50'000)).empty());
    CHECK(findingsIn(writing(600, 5'000'000'000)).empty());
}

TEST_CASE("a tuner that loses time to candidates it does not keep is found") {
    History history;
    ArchivedDecision slow = decision("gmres", "exploration", 0.05, 8);
    ArchivedDecision fast = decision("klu", "incumbent", 0.01, 40);
    fast.estimates = {estimate("klu", 0.01, 0.008, 0.012), estimate("gmres", 0.05, 0.011, 0.09)};
    history.decisions = {slow, fast};

    const std::vector<Finding> findings = findingsIn(ofOneSecond(), &history);

    REQUIRE(findings.size() == 1);
    CHECK(findings[0].hypothesis == "undecidedTuner");
    CHECK(findings[0].gain == doctest::Approx(0.32));
    CHECK(findings[0].evidence[1].find("1 of 1 context") == 0);
}

TEST_CASE("a tuner that decided at once is not a finding") {
    History history;
    ArchivedDecision fast = decision("klu", "incumbent", 0.01, 80);
    fast.estimates = {estimate("klu", 0.01, 0.009, 0.011), estimate("gmres", 0.05, 0.04, 0.06)};
    history.decisions = {decision("gmres", "first-try", 0.02, 1), fast};
    CHECK(findingsIn(ofOneSecond(), &history).empty());
}

TEST_CASE("a fixed candidate is a finding where a better one is known for sure") {
    const auto fixed = [](double low) {
        History history;
        ArchivedDecision made = decision("gmres", "pinned", 0.05, 10);
        made.estimates = {estimate("klu", 0.01, 0.008, 0.012), estimate("gmres", 0.05, low, 0.06)};
        history.decisions = {made};
        return findingsIn(ofOneSecond(), &history);
    };
    const std::vector<Finding> findings = fixed(0.04);
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].hypothesis == "betterCandidate");
    CHECK(findings[0].gain == doctest::Approx(0.4));
    CHECK(findings[0].title.find("klu is known") == 0);
    // The intervals overlap.
    CHECK(fixed(0.011).empty());
}

TEST_SUITE_END();
