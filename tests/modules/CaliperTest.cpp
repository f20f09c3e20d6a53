#include <perf/archive/Archive.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

#include "Run.hpp"

using namespace gantry::modules;

namespace {

// Nothing is asked for: it is linked with libcaliper.
const Run& run() {
    static const Run made({GANTRY_PROGRAM_DIRECTORY "/known_annotations", ""}, "", "--sample none");
    return made;
}

std::string typeOf(const std::string& timer) {
    const auto profile = run().profile();
    const auto found = std::find_if(profile.timers.begin(), profile.timers.end(),
                                    [&](const auto& info) { return info.name == timer; });
    return found != profile.timers.end() ? found->type : "there is none";
}

}  // namespace

TEST_SUITE("modules.Caliper") {
    TEST_CASE("a program with Caliper is known, and each annotation is a timer") {
        REQUIRE(run().status() == 0);
        CHECK(callsOf(run().profile(), "phase") == 1);
        CHECK(callsOf(run().profile(), "halo") == 1);
        CHECK(callsOf(run().profile(), "plain") == 1);
        CHECK(callsOf(run().profile(), "step") == 1);
        CHECK(callsOf(run().profile(), "main loop") == 1);
        CHECK(callsOf(run().profile(), "iteration#main") == 7);
        CHECK(callsOf(run().profile(), "cg") == 5);
        CHECK(callsOf(run().profile(), "level") == 5);
        CHECK(run().profile().misuse.empty());
    }
    TEST_CASE("the attribute is the type of the timer") {
        CHECK(typeOf("phase") == "phase");
        CHECK(typeOf("halo") == "communication");
        CHECK(typeOf("main loop") == "loop");
        CHECK(typeOf("cg") == "solver");
        CHECK(typeOf("level") == "annotation");
    }
    TEST_CASE("functions and scopes of C++ are timed, and what Caliper calls itself is not") {
        CHECK(callsOf(run().profile(), "solve") == 1);
        CHECK(typeOf("solve") == "function");
        CHECK(callsOf(run().profile(), "scope") == 5);
        CHECK(callsOf(run().profile(), "(unnamed)") == 0);
    }
    TEST_CASE("Caliper gets every call as well") {
        std::ifstream file(run().path("out"));
        const std::string counts{std::istreambuf_iterator<char>(file),
                                 std::istreambuf_iterator<char>()};
        CHECK(counts == "28 28\n");
    }
}
