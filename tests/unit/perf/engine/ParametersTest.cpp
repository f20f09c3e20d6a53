#include <perf/engine/Engine.hpp>

#include <doctest/doctest.h>

#include "ScriptedEngine.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

TEST_SUITE_BEGIN("perf.engine.Parameters");

TEST_CASE("the rest of the call is also recorded under the value") {
    ScriptedEngine s;
    const TimerId solve = s.engine.registerTimer("solve", "Solver", "numeric");
    const TimerId dot = s.engine.registerTimer("dot");

    for (std::int64_t n : {8, 16, 8}) {
        s.at(0).start(solve);
        s.at(1).setParameter(solve, "n", n);
        s.at(2).start(dot);
        s.at(3).stop(dot);
        s.at(5).stop(solve);
    }

    CHECK(s.record("solve Solver").calls == 3);
    CHECK(s.record("solve Solver").inclusive[0] == 15);
    CHECK(s.record("solve Solver").exclusive[0] == 12);
    CHECK(s.record("solve Solver").childCalls == 3);
    const TimerRecord eight = s.record("solve Solver [ n = 8 ]");
    CHECK(eight.calls == 2);
    CHECK(eight.inclusive[0] == 8);
    CHECK(eight.exclusive[0] == 6);
    CHECK(eight.info.kind == TimerKind::Parameter);
    CHECK(eight.info.group == "numeric");
    CHECK(eight.info.base == static_cast<std::int32_t>(number(solve)));
    CHECK(s.record("solve Solver [ n = 16 ]").inclusive[0] == 4);
    CHECK(s.record("dot").calls == 3);
    CHECK(s.engine.finalProfile().misuse.empty());
}

TEST_CASE("several parameters of one call all end with it") {
    ScriptedEngine s;
    const TimerId f = s.engine.registerTimer("f");

    s.at(0).start(f);
    s.at(1).setParameter(f, "a", -1);
    s.at(3).setParameter(f, "b", 2);
    s.at(10).stop(f);

    CHECK(s.record("f [ a = -1 ]").inclusive[0] == 9);
    CHECK(s.record("f [ b = 2 ]").inclusive[0] == 7);
    CHECK(s.record("f").exclusive[0] == 10);
    CHECK(s.engine.finalProfile().misuse.empty());
}

TEST_CASE("a running parameter is seen by a snapshot") {
    ScriptedEngine s;
    const TimerId f = s.engine.registerTimer("f");

    s.at(0).start(f);
    s.at(2).setParameter(f, "a", 1);
    s.at(6);

    CHECK(s.record("f").inclusive[0] == 6);
    CHECK(s.record("f [ a = 1 ]").inclusive[0] == 4);
    CHECK(s.record("f [ a = 1 ]").running);
}

TEST_CASE("a parameter of a timer that is not the innermost is a misuse without effect") {
    ScriptedEngine s;
    const TimerId f = s.engine.registerTimer("f");
    const TimerId g = s.engine.registerTimer("g");

    s.engine.setParameter(f, "a", 1);
    s.at(0).start(f);
    s.at(1).start(g);
    s.engine.setParameter(f, "a", 1);
    s.at(2).stop(g);
    s.at(3).stop(f);

    const Profile profile = s.engine.finalProfile();
    CHECK(flat(profile).size() == 2);
    CHECK(profile.misuse == std::vector<Misuse>{{MisuseKind::ParameterOutside, "f", "", 2, 0}});
}

TEST_CASE("overlap closes the parameters of the inner timer without counting them") {
    ScriptedEngine s;
    const TimerId outer = s.engine.registerTimer("outer");
    const TimerId inner = s.engine.registerTimer("inner");

    s.at(0).start(outer);
    s.at(1).start(inner);
    s.at(2).setParameter(inner, "n", 1);
    s.at(4).stop(outer);
    s.at(5).stop(inner);

    CHECK(s.record("inner").inclusive[0] == 3);
    CHECK(s.record("inner [ n = 1 ]").inclusive[0] == 2);
    CHECK(s.engine.finalProfile().misuse ==
          std::vector<Misuse>{{MisuseKind::Overlap, "outer", "inner", 1, 0}});
}

TEST_CASE("a parameter of a disabled timer does nothing") {
    ScriptedEngine s;
    const TimerId f = s.engine.registerTimer("f");
    s.engine.setAllGroupsEnabled(false);

    s.at(0).start(f);
    s.at(1).setParameter(f, "a", 1);
    s.at(2).stop(f);

    CHECK(flat(s.engine.snapshot()).empty());
    CHECK(s.engine.finalProfile().misuse.empty());
}

TEST_SUITE_END();
