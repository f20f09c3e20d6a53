#include <perf/archive/Archive.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "Run.hpp"

using namespace gantry::modules;

namespace {

const std::string kOptions = "--sample none --modules itt";

Program tasks(const std::string& words) {
    return {GANTRY_PROGRAM_DIRECTORY "/known_tasks", words};
}

std::string textOf(const std::string& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::string typeOf(const gantry::perf::Profile& profile, const std::string& timer) {
    const auto found = std::find_if(profile.timers.begin(), profile.timers.end(),
                                    [&](const auto& info) { return info.name == timer; });
    return found != profile.timers.end() ? found->type : "there is none";
}

}  // namespace

TEST_SUITE("modules.Itt") {
    TEST_CASE("tasks are timers with their domain as the type, events and functions as well") {
        const Run run(tasks("all"), "", kOptions);
        REQUIRE(run.status() == 0);
        const auto profile = run.profile();
        CHECK(callsOf(profile, "step") == 1);
        CHECK(typeOf(profile, "step") == "first");
        CHECK(callsOf(profile, "part") == 1);
        CHECK(typeOf(profile, "part") == "second");
        CHECK(callsOf(profile, "event") == 1);
        CHECK(callsOf(profile, "a_function") == 1);
        CHECK(profile.threads[0].name == "of ITT");
        CHECK(profile.misuse.empty());
    }
    TEST_CASE("a call that begins during a pause is not measured, and its end is not misuse") {
        const Run run(tasks("all"), "", kOptions);
        CHECK(callsOf(run.profile(), "paused") == 0);
        CHECK(callsOf(run.profile(), "after") == 1);
    }
    TEST_CASE("counters are events") {
        const Run run(tasks("all"), "", kOptions);
        const auto profile = run.profile();
        const auto rows = std::find_if(profile.events.begin(), profile.events.end(),
                                       [](const auto& event) { return event.name == "rows"; });
        REQUIRE(rows != profile.events.end());
        CHECK(rows->count == 2);
    }
    TEST_CASE("a static part of another version is left as it is") {
        const Run run(tasks("wrong"), "", kOptions);
        CHECK(run.status() == 0);
        CHECK(textOf(run.path("out")) == "0\n");
    }
    TEST_CASE("a collector that the user has named is kept, and this is reported") {
        const Run run(tasks("wrong"), "INTEL_LIBITTNOTIFY64=/nonexistent/collector.so", kOptions);
        CHECK(run.status() == 0);
        CHECK(textOf(run.path("messages"))
                  .find("the module itt is left out: INTEL_LIBITTNOTIFY64 names a tool of yours") !=
              std::string::npos);
    }
    TEST_CASE("tasks of TBB are timed where TBB is there") {
        const Program graph{GANTRY_PROGRAM_DIRECTORY "/known_graph", ""};
        if (!std::filesystem::exists(graph.file)) {
            MESSAGE("no TBB (package libtbb-dev): its tasks are not looked at");
            return;
        }
        const Run run(graph, "", kOptions);
        REQUIRE(run.status() == 0);
        CHECK(textOf(run.path("out")) == "10\n");
        // A thread of TBB may be in its task when the program ends: that task is never stopped.
        CHECK(callsOf(run.profile(), "body") == 10);
    }
}
