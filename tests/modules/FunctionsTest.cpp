#include <base/files/TemporaryFolder.hpp>
#include <perf/archive/Archive.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>

#include "CallPathText.hpp"
#include "Run.hpp"

using namespace gantry::modules;

namespace {

Program functions(const std::string& words) {
    return {KNOWN_FUNCTIONS, words};
}

}  // namespace

TEST_SUITE("modules.Functions") {
    TEST_CASE("an instrumented program is known, and each of its calls is in its call path") {
        const Run run(functions("calls"), "", "");
        REQUIRE(run.status() == 0);
        CHECK(pathsOf(run.profile()) ==
              "main > main 1\nmain > main > middle 10\nmain > main > middle > leaf 1000\n"
              "main > main > leaf 5\n");
        CHECK(run.profile().misuse.empty());
    }
    TEST_CASE("calls that longjmp left have ended") {
        const Run run(functions("jumps"), "", "--modules functions");
        REQUIRE(run.status() == 0);
        CHECK(pathsOf(run.profile()) ==
              "main > main 1\nmain > main > above_jumper 100\n"
              "main > main > above_jumper > jumper 100\nmain > main > leaf 1\n");
        CHECK(run.profile().misuse.empty());
    }
    TEST_CASE("a function that was inlined is a call of its caller, which goes on") {
        const Run run(functions("inlined"), "", "--modules functions");
        REQUIRE(run.status() == 0);
        CHECK(pathsOf(run.profile()) ==
              "main > main 1\nmain > main > outer 2\nmain > main > outer > inlined 6\n"
              "main > main > outer > leaf 2\n");
        CHECK(run.profile().misuse.empty());
    }
    TEST_CASE("an inlined call that longjmp left has ended when its place is reached again") {
        const Run run(functions("returns"), "", "--modules functions");
        REQUIRE(run.status() == 0);
        CHECK(pathsOf(run.profile()) ==
              "main > main 1\nmain > main > returner 1\n"
              "main > main > returner > inlined_jumper 2000\n"
              "main > main > returner > inlined_jumper > jumper 2000\n"
              "main > main > returner > inlined_jumper > leaf 1\n");
        CHECK(run.profile().misuse.empty());
    }
    TEST_CASE("functions of a thread are below its timer") {
        const Run run(functions("threads"), "", "--modules functions");
        REQUIRE(run.status() == 0);
        CHECK(callsOf(run.profile(), "leaf") == 2000);
        CHECK(pathsOf(run.profile()).find("thread > in_thread > middle > leaf 500") !=
              std::string::npos);
    }
    TEST_CASE("calls deeper than the engine follows do no harm") {
        const Run run(functions("deep"), "", "--modules functions");
        CHECK(run.status() == 0);
        CHECK(callsOf(run.profile(), "main") == 2);
    }
    TEST_CASE("functions can be left out by a selection, and stop costing by throttling") {
        const Run run(functions("many 200000"), "", "--modules functions --throttle 100000:10us");
        REQUIRE(run.status() == 0);
        CHECK(callsOf(run.profile(), "leaf") <= 200000);
        CHECK(callsOf(run.profile(), "middle") == 1);
    }
    TEST_CASE("a selection leaves functions out by the names that reports show") {
        const gantry::base::TemporaryFolder folder("gantry-selection");
        const std::string file = (folder.path() / "some.selection").string();
        std::ofstream(file) << "gantry-selection 1\nexclude group functions\n"
                               "include timer m* known_functions\nexclude timer main *\n";
        const Run run(functions("calls"), "", "--modules functions --select '" + file + "'");
        REQUIRE(run.status() == 0);
        CHECK(pathsOf(run.profile()) == "main > middle 10\n");
        CHECK(run.profile().misuse.empty());
    }
    TEST_CASE("a selection made of a run leaves out what was called often") {
        const Run run(functions("many 200000"), "", "--modules functions");
        REQUIRE(run.status() == 0);
        const std::string text =
            run.print("select --average 1s --share 100% --output made.selection r.gantry");
        CHECK(text.find("leaf known_functions") != std::string::npos);
        const Run again(functions("many 200000"), "",
                        "--modules functions --select '" + run.path("made.selection") + "'");
        REQUIRE(again.status() == 0);
        CHECK(pathsOf(again.profile()) == "main > main 1\nmain > main > middle 1\n");
        CHECK(again.profile().misuse.empty());
    }
    TEST_CASE("of two functions with one name in one file the second one has its offset") {
        const Run run(functions("twins"), "", "--modules functions");
        REQUIRE(run.status() == 0);
        const std::string paths = pathsOf(run.profile());
        CHECK(paths.find("main > main > twin 3\n") != std::string::npos);
        CHECK(paths.find("main > main > other_twin > twin 0x") != std::string::npos);
        CHECK(callsOf(run.profile(), "twin") == 3);
    }
    TEST_CASE("functions of a stripped program are named by their offset") {
        const gantry::base::TemporaryFolder folder("gantry-stripped");
        const std::string stripped = (folder.path() / "stripped").string();
        REQUIRE(std::system(("strip -o '" + stripped + "' '" KNOWN_FUNCTIONS "'").c_str()) == 0);
        const Run run({stripped, "calls"}, "", "--modules functions");
        REQUIRE(run.status() == 0);
        CHECK(pathsOf(run.profile()).find("main > (program)+0x") != std::string::npos);
    }
    TEST_CASE("without the module the program runs as it is") {
        const Run run(functions("calls"), "", "--modules none");
        REQUIRE(run.status() == 0);
        CHECK(pathsOf(run.profile()).empty());
    }
}
