#include <perf/archive/Archive.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "Run.hpp"

using namespace gantry::modules;

namespace {

const Run& run() {
    static const Run made({GANTRY_PROGRAM_DIRECTORY "/known_stubs", ""}, "",
                          "--sample none --modules perfstubs");
    return made;
}

}  // namespace

TEST_SUITE("modules.PerfStubs") {
    TEST_CASE("every function of a tool is there, and data that is asked for is empty") {
        CHECK(run().status() == 0);
        CHECK(run().profile().misuse.empty());
    }
    TEST_CASE("phases are timers with their iteration as a parameter") {
        CHECK(callsOf(run().profile(), "step") == 3);
        for (const std::string iteration : {"0", "1", "2"}) {
            CHECK(callsOf(run().profile(), "step phase [ iteration = " + iteration + " ]") == 1);
        }
        CHECK(callsOf(run().profile(), "first [ rows = 20 ]") == 1);
    }
    TEST_CASE("a call that begins during a pause is not measured, and its end is not misuse") {
        CHECK(callsOf(run().profile(), "first") == 3);
        CHECK(callsOf(run().profile(), "second") == 3);
        CHECK(callsOf(run().profile(), "third") == 1);
        CHECK(callsOf(run().profile(), "paused") == 0);
    }
    TEST_CASE("counters are events, and metadata are facts of the run") {
        const auto profile = run().profile();
        const auto level = std::find_if(profile.events.begin(), profile.events.end(),
                                        [](const auto& event) { return event.name == "level"; });
        REQUIRE(level != profile.events.end());
        CHECK(level->count == 4);
        CHECK(std::find(profile.context.begin(), profile.context.end(),
                        std::pair<std::string, std::string>("grid", "17 x 4")) !=
              profile.context.end());
    }
}
