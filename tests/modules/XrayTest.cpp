#include <base/files/TemporaryFolder.hpp>
#include <perf/archive/Archive.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <string>

#include "CallPathText.hpp"
#include "Run.hpp"

using namespace gantry::modules;

namespace {

Program functions(const std::string& words) {
    return {KNOWN_XRAY, words};
}

}  // namespace

TEST_SUITE("modules.Xray") {
    TEST_CASE("a program with XRay is known, and each of its calls is in its call path") {
        const Run run(functions("calls"), "", "");
        REQUIRE(run.status() == 0);
        CHECK(pathsOf(run.profile()) ==
              "main > main 1\nmain > main > middle 10\nmain > main > middle > leaf 1000\n"
              "main > main > leaf 5\n");
        CHECK(run.profile().misuse.empty());
    }
    TEST_CASE("calls of XRay that longjmp left have ended") {
        const Run run(functions("jumps"), "", "--modules xray");
        REQUIRE(run.status() == 0);
        CHECK(pathsOf(run.profile()) ==
              "main > main 1\nmain > main > above_jumper 100\n"
              "main > main > above_jumper > jumper 100\nmain > main > leaf 1\n");
        CHECK(run.profile().misuse.empty());
    }
    TEST_CASE("functions of XRay in a thread are below its timer") {
        const Run run(functions("threads"), "", "--modules xray");
        REQUIRE(run.status() == 0);
        CHECK(callsOf(run.profile(), "leaf") == 2000);
        CHECK(pathsOf(run.profile()).find("thread > in_thread > middle > leaf 500") !=
              std::string::npos);
    }
    TEST_CASE("functions that a selection excludes are not switched on") {
        const gantry::base::TemporaryFolder folder("gantry-selection");
        const std::string file = (folder.path() / "some.selection").string();
        std::ofstream(file) << "gantry-selection 1\nexclude timer leaf *\n";
        const Run run(functions("calls"), "", "--modules xray --select '" + file + "'");
        REQUIRE(run.status() == 0);
        CHECK(pathsOf(run.profile()) == "main > main 1\nmain > main > middle 10\n");
        CHECK(run.profile().misuse.empty());
    }
    TEST_CASE("of a few functions only these are switched on") {
        const gantry::base::TemporaryFolder folder("gantry-selection");
        const std::string file = (folder.path() / "few.selection").string();
        std::ofstream(file)
            << "gantry-selection 1\nexclude group functions\ninclude timer leaf *\n";
        const Run run(functions("calls"), "", "--modules xray --select '" + file + "'");
        REQUIRE(run.status() == 0);
        CHECK(pathsOf(run.profile()) == "main > leaf 1005\n");
    }
    TEST_CASE("functions of XRay are throttled") {
        const Run run(functions("many 200000"), "", "--modules xray --throttle 100000:10us");
        REQUIRE(run.status() == 0);
        CHECK(callsOf(run.profile(), "leaf") <= 200000);
        CHECK(callsOf(run.profile(), "middle") == 1);
    }
    TEST_CASE("a stripped program and one without XRay run as they are with the module") {
        const gantry::base::TemporaryFolder folder("gantry-stripped");
        const std::string stripped = (folder.path() / "stripped").string();
        REQUIRE(std::system(("strip -o '" + stripped + "' '" KNOWN_XRAY "'").c_str()) == 0);
        for (const std::string& program : {stripped, std::string("/bin/true")}) {
            const Run run({program, "calls"}, "", "--modules xray");
            CHECK(run.status() == 0);
            CHECK(pathsOf(run.profile()).empty());
        }
    }
}
