#include <perf/archive/Archive.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include "FunctionCalls.hpp"

using namespace gantry::modules;

namespace {

const InstrumentedProgram kProgram{KNOWN_FUNCTIONS, "functions"};

}  // namespace

TEST_SUITE("modules.Functions") {
    TEST_CASE("an instrumented program is known, and each of its calls is in its call path") {
        checkCallsAreKnown(kProgram);
    }
    TEST_CASE("calls that longjmp left have ended") {
        checkJumpsEndCalls(kProgram);
    }
    TEST_CASE("functions of a thread are below its timer") {
        checkThreadsHaveTheirCalls(kProgram);
    }
    TEST_CASE("throttled functions cost nothing") {
        checkThrottling(kProgram);
    }
    TEST_CASE("an inlined function is a call inside its caller, which continues") {
        const Run run = kProgram.run("inlined");
        REQUIRE(run.status() == 0);
        CHECK(pathsOf(run.profile()) ==
              "main > main 1\nmain > main > outer 2\nmain > main > outer > inlined 6\n"
              "main > main > outer > leaf 2\n");
        CHECK(run.profile().misuse.empty());
    }
    TEST_CASE("an inlined call that longjmp left has ended when its place is reached again") {
        const Run run = kProgram.run("returns");
        REQUIRE(run.status() == 0);
        CHECK(pathsOf(run.profile()) ==
              "main > main 1\nmain > main > returner 1\n"
              "main > main > returner > inlined_jumper 2000\n"
              "main > main > returner > inlined_jumper > jumper 2000\n"
              "main > main > returner > inlined_jumper > leaf 1\n");
        CHECK(run.profile().misuse.empty());
    }
    TEST_CASE("calls deeper than the engine follows do no harm") {
        const Run run = kProgram.run("deep");
        CHECK(run.status() == 0);
        CHECK(callsOf(run.profile(), "main") == 2);
    }
    TEST_CASE("a selection leaves functions out by the names that reports show") {
        const SelectionFile selection(
            "exclude group functions\ninclude timer m* known_functions\nexclude timer main *\n");
        const Run run = kProgram.run("calls", selection.option());
        REQUIRE(run.status() == 0);
        CHECK(pathsOf(run.profile()) == "main > middle 10\n");
        CHECK(run.profile().misuse.empty());
    }
    TEST_CASE("lists of TAU leave functions out as a selection does") {
        const SelectionFile selection("BEGIN_EXCLUDE_LIST\nvoid leaf#(int)\nEND_EXCLUDE_LIST\n",
                                      "");
        const Run run = kProgram.run("calls", selection.option());
        REQUIRE(run.status() == 0);
        CHECK(pathsOf(run.profile()).find("middle") != std::string::npos);
        CHECK(pathsOf(run.profile()).find("leaf") == std::string::npos);
        CHECK(run.profile().misuse.empty());
    }
    TEST_CASE("a selection made of a run leaves out what was called often") {
        const Run run = kProgram.run("many 200000");
        REQUIRE(run.status() == 0);
        const std::string text =
            run.print("select --average 1s --share 100% --output made.selection r.gantry");
        CHECK(text.find("leaf known_functions") != std::string::npos);
        const Run again =
            kProgram.run("many 200000", "--select '" + run.path("made.selection") + "'");
        REQUIRE(again.status() == 0);
        CHECK(pathsOf(again.profile()) == "main > main 1\nmain > main > middle 1\n");
        CHECK(again.profile().misuse.empty());
    }
    TEST_CASE("of two functions with one name in one file the second one has its offset") {
        const Run run = kProgram.run("twins");
        REQUIRE(run.status() == 0);
        const std::string paths = pathsOf(run.profile());
        CHECK(paths.find("main > main > twin 3\n") != std::string::npos);
        CHECK(paths.find("main > main > other_twin > twin 0x") != std::string::npos);
        CHECK(callsOf(run.profile(), "twin") == 3);
    }
    TEST_CASE("functions of a stripped program are named by their offset") {
        const StrippedProgram stripped(KNOWN_FUNCTIONS);
        const Run run({stripped.path(), "calls"}, "", "--modules functions");
        REQUIRE(run.status() == 0);
        CHECK(pathsOf(run.profile()).find("main > (program)+0x") != std::string::npos);
    }
    TEST_CASE("without the module the program runs as it is") {
        const Run run(kProgram.with("calls"), "", "--modules none");
        REQUIRE(run.status() == 0);
        CHECK(pathsOf(run.profile()).empty());
    }
}
