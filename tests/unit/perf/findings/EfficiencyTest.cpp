#include <perf/analysis/findings/Efficiency.hpp>
#include <perf/analysis/findings/RunAnalysis.hpp>
#include <perf/model/CoreUse.hpp>

#include <doctest/doctest.h>

#include <array>
#include <stdexcept>
#include <string>
#include <vector>

#include "ProfileSamples.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

constexpr std::array<const char*, 6> kTimers{"main",     "step",     "solve",
                                             "MPI_Recv", "MPI_Init", "progress"};

struct Work {
    std::int64_t solve;
    std::int64_t wait;
};

// main calls MPI_Init (50), the phase step, and that solve and MPI_Recv, which calls progress (1).
void addRank(Profile& profile, Work work) {
    const auto place = static_cast<std::int32_t>(profile.processes.size());
    ProcessInfo process;
    process.rank = place;
    process.host = "node";
    profile.processes.push_back(process);
    const std::int64_t step = work.solve + work.wait;
    addThread(profile, {node(0, -1, 1, step + 60), node(4, 0, 1, 50), node(1, 0, 1, step),
                        node(2, 2, 1, work.solve), node(3, 2, 1, work.wait), node(5, 4, 1, 1)})
        .process = place;
    for (CallPathNode& each : profile.threads.back().nodes) {
        each.inclusive[1] = each.inclusive[0] / 2;
    }
}

Profile runOf(const std::vector<Work>& ranks, bool withCpu = false) {
    Profile profile = withTimers({kTimers.begin(), kTimers.end()});
    profile.timers[1].kind = TimerKind::Phase;
    profile.machine.cores = 8;
    if (withCpu) {
        profile.metrics.push_back({"cpu", "ns", "scripted"});
    }
    for (const Work& work : ranks) {
        addRank(profile, work);
    }
    return profile;
}

RunEfficiency efficiency(const Profile& profile) {
    return efficiencyOf(profile, StateRules(usualStates()));
}

bool mentions(const std::vector<std::string>& notes, const std::string& words) {
    for (const std::string& note : notes) {
        if (note.find(words) != std::string::npos) {
            return true;
        }
    }
    return false;
}

}  // namespace

TEST_SUITE_BEGIN("perf.findings.Efficiency");

TEST_CASE("parallel efficiency is load balance times communication, to the nanosecond") {
    const RunEfficiency run = efficiency(runOf({{30, 70}, {90, 10}}));
    const EfficiencyFactors& factors = run.whole.factors;
    // main itself takes 10 on each rank.
    CHECK(factors.timeNs == 110);
    CHECK(factors.loadBalance == doctest::Approx(70.0 / 100.0));
    CHECK(factors.communication == doctest::Approx(100.0 / 110.0));
    CHECK(factors.parallel == doctest::Approx(70.0 / 110.0));
    CHECK(run.whole.ranks[0].useful == 40);
    CHECK(run.whole.ranks[0].communication == 70);
    CHECK(run.beginAndEndNs == 50);
    CHECK(run.notes.empty());
}

TEST_CASE("phases and top-level regions have factors of their own") {
    const RunEfficiency run = efficiency(runOf({{30, 70}, {90, 10}}));
    REQUIRE(run.phases.size() == 1);
    CHECK(run.phases[0].name == "step");
    CHECK(run.phases[0].factors.timeNs == 100);
    CHECK(run.phases[0].factors.loadBalance == doctest::Approx(60.0 / 90.0));
    REQUIRE(run.regions.size() == 2);
    CHECK(run.regions[0].name == "step");
    CHECK(run.regions[1].name == "main");
    CHECK(run.regions[1].factors.timeNs == 10);
    CHECK(run.regions[1].factors.parallel == 1);
}

TEST_CASE("more ranks than cores are reported, and balance is then that of CPU time") {
    Profile profile = runOf({{30, 70}, {90, 10}}, true);
    profile.machine.cores = 1;
    for (CallPathNode& each : profile.threads[0].nodes) {
        each.inclusive[1] = each.inclusive[0];
    }
    const RunEfficiency run = efficiency(profile);
    CHECK(run.oversubscribed());
    CHECK(run.loadBalance(run.whole) == doctest::Approx(*run.whole.factors.cpuLoadBalance));
    CHECK(run.loadBalance(run.whole) > run.whole.factors.loadBalance);
    CHECK(mentions(run.notes, "2 ranks share 1 cores"));
    profile.metrics.pop_back();
    CHECK(mentions(efficiency(profile).notes, "the metrics wall and cpu"));
}

TEST_CASE("ranks beside other programs are judged by CPU time, although each has a core") {
    // CPU times are half of the wall times.
    const RunEfficiency run = efficiency(runOf({{30, 70}, {90, 10}}, true));
    CHECK_FALSE(run.oversubscribed());
    CHECK(run.contended());
    CHECK(run.coresBusy());
    CHECK(run.sharesCores());
    CHECK(run.loadBalance(run.whole) == *run.whole.factors.cpuLoadBalance);
    CHECK(mentions(run.notes, "other programs ran on the cores, or all ranks blocked"));
}

TEST_CASE("one rank that waits for a file does not make a machine a shared one") {
    Profile profile = runOf({{30, 70}, {90, 10}}, true);
    for (CallPathNode& each : profile.threads[0].nodes) {
        each.inclusive[1] = each.inclusive[0];
    }
    const RunEfficiency run = efficiency(profile);
    CHECK_FALSE(run.contended());
    CHECK_FALSE(run.sharesCores());
    CHECK(run.notes.empty());
}

TEST_CASE("ranks that share cores only with each other do not keep them busier than that") {
    // Two ranks on one core: half of the wall time is what each can have.
    Profile profile = runOf({{30, 70}, {90, 10}}, true);
    profile.machine.cores = 1;
    CHECK_FALSE(efficiency(profile).coresBusy());
    for (ThreadProfile& thread : profile.threads) {
        for (CallPathNode& each : thread.nodes) {
            each.inclusive[1] = each.inclusive[0] / 4;
        }
    }
    CHECK(efficiency(profile).coresBusy());
}

TEST_CASE("what other programs took of the cores is believed rather than what the ranks lacked") {
    Profile profile = runOf({{30, 70}, {90, 10}}, true);
    noteCoreUse(profile, {2, 1.98, 1.9});
    CHECK_FALSE(efficiency(profile).coresBusy());
    CHECK_FALSE(mentions(efficiency(profile).notes, "of the cores during the run"));
    profile.context.clear();
    noteCoreUse(profile, {2, 1.98, 1.6});
    CHECK(efficiency(profile).coresBusy());
    CHECK(efficiency(profile).othersShare == doctest::Approx(0.19));
    CHECK(mentions(efficiency(profile).notes, "other programs took 19 % of the cores"));
}

TEST_CASE("one rank has no parallel efficiency, and this is reported") {
    const RunEfficiency run = efficiency(runOf({{30, 70}}));
    CHECK(run.ranks == 1);
    CHECK(mentions(run.notes, "one rank"));
}

TEST_CASE("a run with OpenMP reports that no wait for a lock was recorded") {
    Profile profile = withTimers({"main", "team"});
    profile.timers[1].group = "OpenMP";
    addThread(profile, {node(0, -1, 1, 100), node(1, 0, 1, 90)});
    CHECK(mentions(efficiency(profile).notes, "GANTRY_OPENMP_EVENTS=mutex"));
    profile.timers.push_back(profile.timers[1]);
    profile.timers[2].name = "critical";
    profile.timers[2].type = "waiting";
    CHECK_FALSE(mentions(efficiency(profile).notes, "GANTRY_OPENMP_EVENTS"));
    profile.timers.resize(1);
    profile.threads[0].nodes.resize(1);
    CHECK_FALSE(mentions(efficiency(profile).notes, "GANTRY_OPENMP_EVENTS"));
}

TEST_CASE("a run without MPI is one rank with useful work alone") {
    Profile profile = withTimers({"main"});
    addThread(profile, {node(0, -1, 1, 100)});
    const RunEfficiency run = efficiency(profile);
    CHECK(run.whole.factors.parallel == 1);
    CHECK(run.whole.ranks[0].rank == -1);
}

TEST_CASE("a launcher among the processes is not a rank of the program") {
    Profile profile = runOf({{30, 70}, {90, 10}});
    ProcessInfo launcher;
    profile.processes.push_back(launcher);
    addThread(profile, {node(0, -1, 1, 5000)}).process = 2;
    CHECK(efficiency(profile).ranks == 2);
}

TEST_CASE("a missing rank and a partial run are reported") {
    Profile profile = runOf({{30, 70}, {90, 10}});
    profile.partial = "rank 2 was killed";
    profile.ranks.emplace();
    profile.ranks->size = 3;
    const RunEfficiency run = efficiency(profile);
    CHECK(mentions(run.notes, "rank 2 was killed"));
    CHECK(mentions(run.notes, "only 2 of 3 ranks"));
}

TEST_CASE("a run without a time, or without any value, is refused") {
    Profile counts = runOf({{30, 70}});
    counts.metrics = {{"faults", "faults", "scripted"}};
    CHECK_THROWS_AS((void)efficiency(counts), std::invalid_argument);
    CHECK_THROWS_AS((void)efficiency(withTimers({"main"})), std::invalid_argument);
}

TEST_CASE("ranks that did nothing give factors of 1 and no division by zero") {
    const EfficiencyFactors none = factorsOf({{0, 0, 0, 0}, {1, 0, 0, 0}}, true);
    CHECK(none.parallel == 1);
    CHECK(*none.cpuLoadBalance == 1);
    CHECK(factorsOf({}, false).parallel == 1);
}

TEST_CASE("computation efficiency compares the sums of useful time with those of the first run") {
    const RunEfficiency two = efficiency(runOf({{90, 10}, {90, 10}}));
    const RunEfficiency four = efficiency(runOf({{65, 10}, {65, 10}, {65, 10}, {65, 10}}));
    CHECK(computationEfficiency(two, four) == doctest::Approx(200.0 / 300.0));
    CHECK(computationEfficiency(two, two) == 1);
}

TEST_CASE("runs of different programs are refused, and both are named") {
    Profile first = runOf({{30, 70}});
    Profile second = first;
    first.context = {{"executable", "/bin/a"}};
    second.context = {{"executable", "/bin/b"}};
    const std::vector<std::pair<std::string, std::string>> runs{{"a.gantry", programOf(first)},
                                                                {"b.gantry", programOf(second)}};
    CHECK_THROWS_WITH_AS(requireOneProgram(runs),
                         "b.gantry: is a run of /bin/b, but a.gantry of /bin/a; analyze runs of "
                         "one program together",
                         std::invalid_argument);
    CHECK_NOTHROW(requireOneProgram({runs[0], runs[0]}));
}
