#include <perf/model/Diff.hpp>
#include <perf/model/Flat.hpp>

#include <doctest/doctest.h>

#include <stdexcept>

#include "ProfileSamples.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

TEST_SUITE_BEGIN("perf.model.Diff");

TEST_CASE("a profile minus itself has no timers, events or misuse") {
    Profile profile = withTimers({"main"});
    profile.timeNs = 50;
    addThread(profile, {node(0, -1, 1, 5)});
    profile.events.emplace_back().add(3);
    profile.misuse = {{MisuseKind::Overlap, "a", "b", 2, 0}};

    const Profile nothing = diff(profile, profile);

    CHECK(flat(nothing).empty());
    CHECK(nothing.events.empty());
    CHECK(nothing.misuse.empty());
    CHECK(nothing.timeNs == 0);
}

TEST_CASE("calls, values, events and misuse of the time in between remain") {
    Profile earlier = withTimers({"main", "foo"});
    Profile later = withTimers({"main", "foo", "bar"});
    addThread(earlier, {node(0, -1, 1, 10), node(1, 0, 2, 4)}).cpuNs = 9;
    addThread(later, {node(0, -1, 1, 30), node(1, 0, 5, 11), node(2, 0, 1, 6)}).cpuNs = 20;
    addThread(later, {node(2, -1, 4, 8)});
    earlier.misuse = {{MisuseKind::Overlap, "a", "b", 2, 0}};
    later.misuse = {{MisuseKind::Overlap, "a", "b", 5, 0}};

    const Profile between = diff(later, earlier);

    const std::vector<TimerRecord> records = flat(between);
    CHECK(find(records, "main").calls == 0);
    CHECK(find(records, "main").inclusive[0] == 20);
    CHECK(find(records, "main").exclusive[0] == 7);
    CHECK(find(records, "main").childCalls == 4);
    CHECK(find(records, "foo").calls == 3);
    CHECK(find(records, "foo").inclusive[0] == 7);
    CHECK(find(records, "bar").calls == 5);
    CHECK(between.threads[0].cpuNs == 11);
    CHECK(between.misuse[0].count == 3);
}

TEST_CASE("profiles in the wrong order are refused with the timer's name") {
    Profile earlier = withTimers({"main"});
    Profile later = withTimers({"main"});
    addThread(earlier, {node(0, -1, 1, 10)});
    addThread(later, {node(0, -1, 2, 30)});

    CHECK_THROWS_WITH_AS(
        diff(earlier, later),
        "diff: thread 0, timer 'main' has more calls in the earlier profile; give two "
        "snapshots of the same run, the later one first",
        std::invalid_argument);
}

TEST_CASE("profiles of different runs are refused") {
    Profile one = withTimers({"main"});
    Profile other = withTimers({"program"});
    addThread(one, {node(0, -1, 1, 10)});
    addThread(other, {node(0, -1, 1, 10)});
    Profile noThread = withTimers({"main"});
    Profile noPath = withTimers({"main"});
    addThread(noPath, {});

    CHECK_THROWS_AS(diff(one, other), std::invalid_argument);
    CHECK_THROWS_AS(diff(noThread, one), std::invalid_argument);
    CHECK_THROWS_AS(diff(noPath, one), std::invalid_argument);
}

TEST_SUITE_END();
