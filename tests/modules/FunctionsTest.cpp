#include <perf/archive/Archive.hpp>
#include <perf/model/Flat.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include "Run.hpp"

using namespace gantry::modules;

namespace {

Program functions(const std::string& words) {
    return {KNOWN_FUNCTIONS, words};
}

// "main > middle > leaf 1000", one line for each call path with its calls, in the group
// `functions`.
std::string pathsOf(const gantry::perf::Profile& profile) {
    std::string text;
    for (const auto& thread : profile.threads) {
        for (const auto& node : thread.nodes) {
            if (profile.timers[node.timer].group != "functions" || node.calls == 0) {
                continue;
            }
            std::string path = profile.timers[node.timer].name;
            for (std::int32_t at = node.parent; at >= 0;) {
                const auto& above = thread.nodes[static_cast<std::size_t>(at)];
                path.insert(0, profile.timers[above.timer].name + " > ");
                at = above.parent;
            }
            text += path + ' ' + std::to_string(node.calls) + '\n';
        }
    }
    return text;
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
    TEST_CASE("without the module the program runs as it is") {
        const Run run(functions("calls"), "", "--modules none");
        REQUIRE(run.status() == 0);
        CHECK(pathsOf(run.profile()).empty());
    }
}
