#include <perf/analysis/Overview.hpp>
#include <perf/analysis/ReportViews.hpp>
#include <perf/model/Overhead.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include "ProfileSamples.hpp"

using namespace gantry::perf;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

struct Parts {
    std::int64_t whole = 10 * kSecond;
    std::int64_t cpu = 10 * kSecond;
    std::int64_t io = 0;
    std::int64_t mpi = 0;
};

// One thread: main, in it write and MPI_Barrier.
Profile profileOf(const Parts& parts) {
    Profile profile = samples::withTimers({"main", "write", "MPI_Barrier"});
    profile.timers[0].group = "program";
    profile.timers[1].group = "POSIX";
    profile.timers[2].group = "MPI";
    samples::addThread(profile,
                       {samples::node(0, -1, 1, parts.whole), samples::node(1, 0, 10, parts.io),
                        samples::node(2, 0, 10, parts.mpi)});
    profile.threads[0].cpuNs = parts.cpu;
    profile.threads[0].ended = true;
    return profile;
}

// Adds a sampled function below main, of that value.
void addSampled(Profile& profile, const std::string& name, std::int64_t ns) {
    if (profile.metrics.size() == 1) {
        profile.metrics.push_back({"sampled", "ns", "samples"});
    }
    TimerInfo timer;
    timer.id = static_cast<std::uint32_t>(profile.timers.size());
    timer.name = name;
    timer.type = "solver";
    profile.timers.push_back(timer);
    CallPathNode node = samples::node(timer.id, 0, 0, 0);
    node.inclusive[1] = ns;
    profile.threads[0].nodes[0].inclusive[1] += ns;
    profile.threads[0].nodes.push_back(node);
}

// Of a profile in which a function of that file takes all the time.
bool lacksNames(const std::string& file, const OverviewFacts& facts) {
    Profile profile = profileOf({});
    addSampled(profile, "eval", 100);
    profile.timers.back().type = file;
    return lacksPythonNames(profile, facts);
}

std::string kindsOf(const Profile& profile, const OverviewFacts& facts = {}) {
    std::string kinds;
    for (const TimeLimit& limit : timeLimits(profile, facts)) {
        kinds += limit.kind + ' ';
    }
    return kinds;
}

}  // namespace

TEST_SUITE_BEGIN("perf.analysis.Overview");

TEST_CASE("the four parts of the time add up to the whole") {
    const Profile profile = profileOf({10 * kSecond, 5 * kSecond, 2 * kSecond, kSecond});
    const auto use = timeUse(profile);
    REQUIRE(use);
    CHECK(use->threads == 1);
    CHECK(use->ioNs == 2 * kSecond);
    CHECK(use->mpiNs == kSecond);
    CHECK(use->waitingNs == 2 * kSecond);
    CHECK(use->computingNs == 5 * kSecond);
}

TEST_CASE("calls that need the processor never make waiting negative") {
    const auto use = timeUse(profileOf({10 * kSecond, 10 * kSecond, 4 * kSecond, kSecond}));
    REQUIRE(use);
    CHECK(use->waitingNs == 0);
    CHECK(use->computingNs == 5 * kSecond);
}

TEST_CASE("files that MPI reads and writes are I/O") {
    Profile profile = profileOf({10 * kSecond, 10 * kSecond, 0, 3 * kSecond});
    profile.timers[2].name = "MPI_File_write_all";
    CHECK(timeUse(profile)->ioNs == 3 * kSecond);
    CHECK(timeUse(profile)->mpiNs == 0);
}

TEST_CASE("a killed thread with unknown processor time is not reported as waiting") {
    Profile profile = profileOf({10 * kSecond, 0, kSecond, 0});
    profile.threads[0].ended = false;
    CHECK_FALSE(timeUse(profile)->knowsCpu);
    CHECK(timeUse(profile)->waitingNs == 0);
    CHECK(overviewText(profile, {}).find("is not known") != std::string::npos);
}

TEST_CASE("the overview is empty if nothing was measured, or not by a clock") {
    Profile profile = profileOf({});
    profile.metrics[0].name = "cpu";
    CHECK_FALSE(timeUse(profile));
    CHECK(overviewText(profile, {}).empty());
    CHECK_FALSE(timeUse(samples::withTimers({"main"})));
    CHECK_FALSE(timeUse(Profile()));
}

TEST_CASE("what takes a large part of the time is a limit, the largest first") {
    CHECK(kindsOf(profileOf({10 * kSecond, 10 * kSecond, 0, 0})) == "processor ");
    CHECK(kindsOf(profileOf({10 * kSecond, 3 * kSecond, 7 * kSecond, 0})) == "files processor ");
    CHECK(kindsOf(profileOf({10 * kSecond, 10 * kSecond, 0, 6 * kSecond})) == "mpi processor ");
    CHECK(kindsOf(profileOf({10 * kSecond, kSecond, 0, 0})) == "waiting ");
    CHECK(kindsOf(profileOf({10 * kSecond, kSecond, 0, 0}), {3 * kSecond, 3, false, 0, 0}) ==
          "children ");
    CHECK(kindsOf(profileOf({10 * kSecond, kSecond, 0, 0}), {kSecond / 10, 3, false, 0, 0}) ==
          "waiting ");
}

TEST_CASE("each limit names the view that shows more") {
    const OverviewFacts facts{8 * kSecond, 2, false, 0, 0};
    const auto files = timeLimits(profileOf({10 * kSecond, kSecond, 9 * kSecond, 0}), facts);
    CHECK(files.at(0).next == LookNext::FileAccess);
    const auto children = timeLimits(profileOf({10 * kSecond, kSecond, 0, 0}), facts);
    CHECK(children.at(0).next == LookNext::Children);
    const auto mpi = timeLimits(profileOf({10 * kSecond, 10 * kSecond, 0, 9 * kSecond}), facts);
    CHECK(mpi.at(0).next == LookNext::Analysis);
}

TEST_CASE("functions are listed by their own samples, and the first one is the evidence") {
    Profile profile = profileOf({});
    addSampled(profile, "inner", 30);
    addSampled(profile, "outer", 10);
    const ReportTable table = hotFunctions(profile);
    REQUIRE(table.rows.size() == 2);
    CHECK(std::get<std::string>(table.rows[0][0]) == "inner");
    CHECK(std::get<double>(table.rows[0][2]) == 75.0);
    CHECK(timeLimits(profile, {}).at(0).evidence == "75.0 % of the samples are in inner of solver");
}

TEST_CASE("a timer of one place in a source is listed with that") {
    Profile profile = profileOf({});
    addSampled(profile, "inner [{/data/solve.py} {12,0}]", 30);
    profile.threads[0].nodes.back().calls = 3;
    const ReportTable table = hotFunctions(profile);
    REQUIRE(table.rows.size() == 1);
    CHECK(std::get<std::string>(table.rows[0][0]) == "inner");
    CHECK(std::get<std::string>(table.rows[0][1]) == "solve.py:12");
}

TEST_CASE("tables of timers leave out what was only sampled, unless that is asked for") {
    Profile profile = profileOf({});
    addSampled(profile, "inner", 30);
    CHECK(allMetrics(profile) == ShownMetrics{0});
    CHECK(flatTable(profile, {0}).rows.size() == 3);
    CHECK(treeTable(profile, {0}).rows.size() == 3);
    CHECK(flatTable(profile, {1}).rows.size() == 2);
    CHECK(treeTable(profile, {1}).rows.size() == 2);
}

TEST_CASE("the text fits a screen, whatever the names are") {
    Profile profile = profileOf({10 * kSecond, 6 * kSecond, 2 * kSecond, 0});
    for (int i = 0; i < 20; ++i) {
        addSampled(profile, std::string(300, 'f') + std::to_string(i), 30 + i);
    }
    const std::string text = overviewText(profile, {0, 0, false, 0, 0});
    CHECK(std::count(text.begin(), text.end(), '\n') <= 17);
    CHECK(
        text.find("Time       10.0 s of 1 thread: 60.0 % computing, 20.0 % I/O, 20.0 % waiting") !=
        std::string::npos);
}

TEST_CASE("threads of further programs do not count as time of the program") {
    Profile profile = profileOf({});
    profile.threads[0].process = 0;
    samples::addThread(profile, {samples::node(0, -1, 5, 3 * kSecond)});
    CHECK(timeUse(profile)->threads == 1);
    CHECK(timeUse(profile)->wholeNs == 10 * kSecond);
}

TEST_CASE("measuring is a limit where it took a large part of the time") {
    Profile profile = profileOf({10 * kSecond, 10 * kSecond, 0, 0});
    profile.probeOverhead.emplace();
    profile.threads[0].nodes[1].calls = 10'000'000;
    profile.probeOverhead->pair[0] = 100;
    CHECK(kindsOf(compensated(profile)) == "processor ");

    profile.probeOverhead->pair[0] = 200;
    const auto limits = timeLimits(compensated(profile), {});

    REQUIRE(limits.size() == 2);
    CHECK(limits[1].kind == "measurement");
    CHECK(limits[1].share == doctest::Approx(0.2));
    CHECK(limits[1].next == LookNext::Selection);
    // As measured, it is in the times themselves.
    CHECK(kindsOf(profile) == "processor ");
}

TEST_CASE("a program that waits for a processor used by others is reported as such") {
    const auto limits =
        timeLimits(profileOf({10 * kSecond, kSecond, 0, 0}), {0, 0, false, 900, 20});
    CHECK(limits.at(0).evidence.find("taken away from it 900 times") != std::string::npos);
}

TEST_CASE("a short run has no limit") {
    CHECK(timeLimits(profileOf({10'000'000, 10'000'000, 0, 0}), {}).empty());
}

TEST_CASE(
    "names of Python functions are missing where its interpreter takes the time without the "
    "module") {
    OverviewFacts facts;
    CHECK(lacksNames("python3.11", facts));
    CHECK(lacksNames("libpython3.12.so.1.0", facts));
    CHECK_FALSE(lacksNames("solver", facts));
    facts.namesPython = true;
    CHECK_FALSE(lacksNames("python3.11", facts));
}

TEST_SUITE_END();
