#include <perf/archive/Archive.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>

#include "Run.hpp"

using namespace gantry::modules;
using gantry::perf::Profile;

namespace {

Program teams(const std::string& words, const std::string& program = "known_teams") {
    return {GANTRY_PROGRAM_DIRECTORY "/" + program, words};
}

// Calls of the timer on the thread with that place.
std::uint64_t callsOn(const Profile& profile, std::size_t thread, const std::string& timer) {
    std::uint64_t calls = 0;
    REQUIRE(thread < profile.threads.size());
    for (const auto& node : profile.threads[thread].nodes) {
        calls += profile.timers[node.timer].name == timer ? node.calls : 0;
    }
    return calls;
}

std::int64_t timeOn(const Profile& profile, std::size_t thread, const std::string& timer) {
    std::int64_t time = 0;
    for (const auto& node : profile.threads[thread].nodes) {
        time += profile.timers[node.timer].name == timer ? node.inclusive[0] : 0;
    }
    return time;
}

const std::string kOptions = "--sample none --modules openmp";

}  // namespace

TEST_SUITE("modules.OpenMp") {
    TEST_CASE("a parallel region is a call of each of its threads, named by the code around it") {
        const Run run(teams("teams"), "", "--sample none");
        REQUIRE(run.status() == 0);
        const Profile profile = run.profile();
        REQUIRE(profile.threads.size() == 2);
        CHECK(callsOn(profile, 0, "team") == 10);
        CHECK(callsOn(profile, 1, "team") == 10);
        CHECK(profile.threads[1].name == "OpenMP worker");
        CHECK(profile.misuse.empty());
    }
    TEST_CASE("the wait for a thread that computes longer is on the other one") {
        const Run run(teams("uneven"), "", kOptions);
        REQUIRE(run.status() == 0);
        const Profile profile = run.profile();
        CHECK(timeOn(profile, 0, "uneven") >= 20'000'000);
        CHECK(timeOn(profile, 1, "barrier") > 0);
        CHECK(callsOn(profile, 0, "barrier") == 1);
        CHECK(callsOn(profile, 1, "barrier") == 1);
        CHECK(profile.misuse.empty());
    }
    TEST_CASE("further events are recorded where they are asked for, and only there") {
        const Run without(teams("tasks"), "", kOptions);
        CHECK(callsOf(without.profile(), "single") == 0);
        CHECK(callsOf(without.profile(), "tasks") == 2);
        const Run work(teams("tasks"), "GANTRY_OPENMP_EVENTS=work", kOptions);
        CHECK(callsOf(work.profile(), "single") == 2);
        const Run all(teams("tasks"), "GANTRY_OPENMP_EVENTS=work,tasks", kOptions);
        CHECK(callsOf(all.profile(), "single") == 2);
        const Run locks(teams("locks"), "GANTRY_OPENMP_EVENTS=mutex", kOptions);
        CHECK(callsOf(locks.profile(), "critical") == 200);
        CHECK(locks.profile().misuse.empty());
    }
    TEST_CASE("each task is one call inside the thread that ran it") {
        const Run run(teams("tasks"), "GANTRY_OPENMP_EVENTS=tasks", kOptions);
        REQUIRE(run.status() == 0);
        const Profile profile = run.profile();
        std::uint64_t calls = 0;
        for (const auto& thread : profile.threads) {
            for (const auto& node : thread.nodes) {
                calls += profile.timers[node.timer].group == "OpenMP" ? node.calls : 0;
            }
        }
        // The regions of both threads and the waits beside them.
        const std::uint64_t waits =
            callsOf(profile, "implicit barrier") + callsOf(profile, "barrier");
        CHECK(calls == 2 + waits + 8);
        CHECK(profile.misuse.empty());
    }
    TEST_CASE(
        "a program of gcc is measured with another runtime only where the module is asked for") {
        const Run unasked(teams("teams", "known_teams_gcc"), "", "--sample none");
        CHECK(unasked.status() == 0);
        CHECK(callsOf(unasked.profile(), "team") == 0);
        const Run asked(teams("teams", "known_teams_gcc"), "", kOptions);
        CHECK(asked.status() == 0);
        CHECK(callsOf(asked.profile(), "team") == 20);
        CHECK(asked
                  .print("exec --sample none --modules openmp -- " GANTRY_PROGRAM_DIRECTORY
                         "/known_teams_gcc teams")
                  .find("OpenMP (with libomp.so.5 in place of libgomp)") != std::string::npos);
    }
    TEST_CASE("a tool of the user's in OMP_TOOL_LIBRARIES is kept, and this is reported") {
        const Run run(teams("teams"), "OMP_TOOL_LIBRARIES=/nonexistent/tool.so", "--sample none");
        CHECK(run.status() == 0);
        CHECK(callsOf(run.profile(), "team") == 0);
        std::ifstream file(run.path("messages"));
        const std::string messages{std::istreambuf_iterator<char>(file),
                                   std::istreambuf_iterator<char>()};
        CHECK(messages.find("the module openmp is left out: OMP_TOOL_LIBRARIES names a tool of "
                            "yours") != std::string::npos);
    }
}
