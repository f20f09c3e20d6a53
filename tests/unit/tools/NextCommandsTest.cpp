#include <doctest/doctest.h>

#include <NextCommands.hpp>

using namespace gantry;
using perf::LookNext;

TEST_SUITE_BEGIN("tools.NextCommands");

TEST_CASE("each limit has a line with the command that shows more") {
    const std::vector<perf::TimeLimit> limits{{"files", 0.6, "", "", LookNext::FileAccess},
                                              {"children", 0.3, "", "", LookNext::Children}};

    CHECK(tools::nextText(limits, {"x.gantry", "./solver 3"}) ==
          "Next       gantry report --io x.gantry\n"
          "Next       gantry exec --children -- ./solver 3\n");
    CHECK(tools::nextText({}, {"x.gantry", "./solver"}).empty());
}

TEST_CASE("a run without an archive stands for any file") {
    CHECK(tools::nextCommand(LookNext::CallTree, {}) == "gantry report --tree FILE");
    CHECK(tools::nextCommand(LookNext::Analysis, {}) == "gantry analyze FILE");
}

TEST_SUITE_END();
