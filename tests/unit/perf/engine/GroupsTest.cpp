#include <perf/engine/Engine.hpp>
#include <perf/engine/EngineError.hpp>

#include <doctest/doctest.h>

#include <utility>

#include "ScriptedEngine.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

TEST_SUITE_BEGIN("perf.engine.Groups");

TEST_CASE("groups are known by name and by id") {
    ScriptedEngine s;
    s.engine.registerTimer("a", "", "io");
    s.engine.registerTimer("b", "", "mpi");

    const GroupId io = s.engine.group("io");

    CHECK(s.engine.groupName(io) == "io");
    CHECK(s.engine.group("mpi") != io);
    CHECK(s.engine.groups() == std::vector<std::string>{"io", "mpi"});
}

TEST_CASE("a disabled group is not recorded and others are") {
    ScriptedEngine s;
    const TimerId io = s.engine.registerTimer("io", "", "io");
    const TimerId mpi = s.engine.registerTimer("mpi", "", "mpi");

    CHECK(s.engine.setGroupEnabled(s.engine.group("io"), false));
    for (const TimerId timer : {io, mpi}) {
        s.at(0).start(timer);
        s.at(1).stop(timer);
    }

    CHECK_FALSE(s.engine.enabled(io));
    CHECK(flat(s.engine.snapshot()).size() == 1);
    CHECK(s.record("mpi").calls == 1);
    CHECK_FALSE(s.engine.setGroupEnabled(s.engine.group("io"), true));
    CHECK(s.engine.enabled(io));
}

TEST_CASE("a group can be disabled before its first timer") {
    ScriptedEngine s;
    s.engine.setGroupEnabled(s.engine.group("later"), false);

    const TimerId timer = s.engine.registerTimer("x", "", "later");

    CHECK_FALSE(s.engine.enabled(timer));
}

TEST_CASE("all groups can be switched, those to come as well") {
    ScriptedEngine s;
    const TimerId old = s.engine.registerTimer("old", "", "a");

    s.engine.setAllGroupsEnabled(false);
    const TimerId young = s.engine.registerTimer("young", "", "b");

    CHECK_FALSE(s.engine.enabled(old));
    CHECK_FALSE(s.engine.enabled(young));
    s.engine.setAllGroupsEnabled(true);
    CHECK(s.engine.enabled(old));
    CHECK(s.engine.enabled(young));
}

TEST_CASE("a call that runs when its group is disabled stays whole") {
    ScriptedEngine s;
    const TimerId outer = s.engine.registerTimer("outer", "", "a");
    const TimerId inner = s.engine.registerTimer("inner", "", "b");

    s.at(0).start(outer);
    s.at(1).start(inner);
    s.engine.setAllGroupsEnabled(false);
    s.at(3).stop(inner);
    s.at(4).stop(outer);
    s.at(5).stop(outer);

    CHECK(s.record("outer").inclusive[0] == 4);
    CHECK(s.record("inner").inclusive[0] == 2);
    CHECK(s.engine.finalProfile().misuse.empty());
}

TEST_CASE("a stop of a call that began while the group was disabled is not a misuse") {
    ScriptedEngine s;
    const TimerId outer = s.engine.registerTimer("outer", "", "a");
    const TimerId inner = s.engine.registerTimer("inner", "", "b");
    s.engine.setGroupEnabled(s.engine.group("b"), false);

    s.at(0).start(outer);
    s.at(1).start(inner);
    s.engine.setGroupEnabled(s.engine.group("b"), true);
    s.at(3).stop(inner);
    s.at(4).stop(outer);

    CHECK(s.record("outer").exclusive[0] == 4);
    CHECK(flat(s.engine.snapshot()).size() == 1);
    CHECK(s.engine.finalProfile().misuse.empty());
}

TEST_CASE("an outer call that was not recorded does not disturb a recorded inner one") {
    ScriptedEngine s;
    const TimerId f = s.engine.registerTimer("f", "", "a");
    s.engine.setAllGroupsEnabled(false);

    s.at(0).start(f);
    s.engine.setAllGroupsEnabled(true);
    s.at(1).start(f);
    s.at(3).stop(f);
    s.at(5).stop(f);

    CHECK(s.record("f").calls == 1);
    CHECK(s.record("f").inclusive[0] == 2);
    CHECK(s.engine.finalProfile().misuse.empty());
}

TEST_CASE("unknown group ids are refused") {
    ScriptedEngine s;
    s.engine.registerTimer("a");

    CHECK_THROWS_WITH_AS(
        s.engine.groupName(GroupId{5}),
        "group 5 is unknown; 1 groups exist, numbered from 0; get the id by the group's name",
        EngineError);
    CHECK_THROWS_AS(s.engine.setGroupEnabled(GroupId{5}, true), EngineError);
    CHECK_THROWS_AS(s.engine.groupEnabled(GroupId{5}), EngineError);
}

TEST_CASE("groups are switched by pattern, and the states before are returned") {
    ScriptedEngine s;
    const TimerId read = s.engine.registerTimer("r", "", "io.read");
    const TimerId write = s.engine.registerTimer("w", "", "io.write");
    const TimerId mpi = s.engine.registerTimer("m", "", "mpi");
    s.engine.setGroupEnabled(s.engine.group("io.write"), false);

    const auto before = s.engine.setGroupsEnabled("io.*", false);

    REQUIRE(before.size() == 2);
    CHECK(before[0] == std::pair{s.engine.group("io.read"), true});
    CHECK(before[1] == std::pair{s.engine.group("io.write"), false});
    CHECK_FALSE(s.engine.enabled(read));
    CHECK_FALSE(s.engine.enabled(write));
    CHECK(s.engine.enabled(mpi));
    CHECK(s.engine.setGroupsEnabled("nothing*", false).empty());
}

TEST_CASE("a selection decides over timers there are and those to come") {
    ScriptedEngine s;
    const TimerId old = s.engine.registerTimer("old::a", "", "x");
    const Selection selection{{{false, SelectionRule::Of::Timer, "*::a"}}};

    CHECK(s.engine.select(selection) == Selection{});
    const TimerId young = s.engine.registerTimer("young::a");
    const TimerId other = s.engine.registerTimer("young::b");

    CHECK_FALSE(s.engine.enabled(old));
    CHECK_FALSE(s.engine.enabled(young));
    CHECK(s.engine.enabled(other));
    CHECK(s.engine.select({}) == selection);
    CHECK(s.engine.enabled(old));
    CHECK(s.engine.enabled(young));
}

TEST_CASE("a timer is on when its group, the selection and the throttle agree") {
    ScriptedEngine s;
    const TimerId timer = s.engine.registerTimer("t", "", "g");
    const GroupId group = s.engine.group("g");

    s.engine.setGroupEnabled(group, false);
    s.engine.select({{{false, SelectionRule::Of::Group, "g"}}});
    CHECK_FALSE(s.engine.setThrottled(timer, true));
    s.engine.setGroupEnabled(group, true);
    CHECK_FALSE(s.engine.enabled(timer));
    s.engine.select({});
    CHECK_FALSE(s.engine.enabled(timer));
    CHECK(s.engine.setThrottled(timer, false));
    CHECK(s.engine.enabled(timer));
    CHECK_THROWS_AS(s.engine.setThrottled(TimerId{9}, true), EngineError);
}

TEST_CASE("a throttled timer keeps what it has, shows it, and spoils nothing") {
    ScriptedEngine s;
    const TimerId timer = s.engine.registerTimer("t", "T");
    s.at(0).start(timer);
    s.at(5).setThrottled(timer, true);
    s.at(7).stop(timer);
    s.at(8).start(timer);
    s.at(9).stop(timer);

    const Profile profile = s.engine.snapshot();
    CHECK(find(flat(profile), "t T").inclusive[0] == 7);
    CHECK(find(flat(profile), "t T").calls == 1);
    CHECK(profile.timers[0].throttled);
    CHECK(shownName(profile.timers[0]) == "t T(throttled)");
    CHECK(profile.misuse.empty());
}

TEST_SUITE_END();
