#include <perf/archive/Archive.hpp>

#include <doctest/doctest.h>

#include <string>

#include "FunctionCalls.hpp"

using namespace gantry::modules;

namespace {

const InstrumentedProgram kProgram{KNOWN_XRAY, "xray"};

}  // namespace

TEST_SUITE("modules.Xray") {
    TEST_CASE("a program with XRay is known, and each of its calls is in its call path") {
        checkCallsAreKnown(kProgram);
    }
    TEST_CASE("calls of XRay that longjmp left have ended") {
        checkJumpsEndCalls(kProgram);
    }
    TEST_CASE("functions of XRay in a thread are below its timer") {
        checkThreadsHaveTheirCalls(kProgram);
    }
    TEST_CASE("functions of XRay are throttled") {
        checkThrottling(kProgram);
    }
    TEST_CASE("functions that a selection excludes are not switched on") {
        const SelectionFile selection("exclude timer leaf *\n");
        const Run run = kProgram.run("calls", selection.option());
        REQUIRE(run.status() == 0);
        CHECK(pathsOf(run.profile()) == "main > main 1\nmain > main > middle 10\n");
        CHECK(run.profile().misuse.empty());
    }
    TEST_CASE("of a few functions only these are switched on") {
        const SelectionFile selection("exclude group functions\ninclude timer leaf *\n");
        const Run run = kProgram.run("calls", selection.option());
        REQUIRE(run.status() == 0);
        CHECK(pathsOf(run.profile()) == "main > leaf 1005\n");
    }
    TEST_CASE("a stripped program and one without XRay run as they are with the module") {
        const StrippedProgram stripped(KNOWN_XRAY);
        for (const std::string& program : {stripped.path(), std::string("/bin/true")}) {
            const Run run({program, "calls"}, "", "--modules xray");
            CHECK(run.status() == 0);
            CHECK(pathsOf(run.profile()).empty());
        }
    }
}
