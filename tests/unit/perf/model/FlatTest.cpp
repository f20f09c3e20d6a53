#include <perf/model/Flat.hpp>

#include <doctest/doctest.h>

#include "ProfileSamples.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

TEST_SUITE_BEGIN("perf.model.Flat");

TEST_CASE("an empty profile has no records") {
    CHECK(flat(Profile{}).empty());
}

TEST_CASE("exclusive is inclusive without the timers inside") {
    Profile profile = withTimers({"main", "foo", "bar"});
    addThread(profile, {node(0, -1, 1, 100), node(1, 0, 4, 60), node(2, 1, 8, 15)});

    const std::vector<TimerRecord> records = flat(profile);

    CHECK(find(records, "main").inclusive[0] == 100);
    CHECK(find(records, "main").exclusive[0] == 40);
    CHECK(find(records, "main").childCalls == 4);
    CHECK(find(records, "foo").exclusive[0] == 45);
    CHECK(find(records, "foo").childCalls == 8);
    CHECK(find(records, "bar").exclusive[0] == 15);
    CHECK(find(records, "bar").calls == 8);
}

TEST_CASE("timers that were never started are not listed") {
    Profile profile = withTimers({"main", "unused"});
    addThread(profile, {node(0, -1, 1, 5)});

    const std::vector<TimerRecord> records = flat(profile);

    REQUIRE(records.size() == 1);
    CHECK(records[0].info.name == "main");
}

TEST_CASE("direct recursion counts once in inclusive") {
    Profile profile = withTimers({"fib"});
    addThread(profile, {node(0, -1, 1, 100), node(0, 0, 2, 80), node(0, 1, 4, 50)});

    const TimerRecord fib = find(flat(profile), "fib");

    CHECK(fib.inclusive[0] == 100);
    CHECK(fib.exclusive[0] == 100);
    CHECK(fib.calls == 7);
    CHECK(fib.childCalls == 6);
}

TEST_CASE("indirect recursion counts once in inclusive of both timers") {
    Profile profile = withTimers({"a", "b"});
    addThread(profile,
              {node(0, -1, 1, 100), node(1, 0, 1, 70), node(0, 1, 1, 40), node(1, 2, 1, 10)});

    const std::vector<TimerRecord> records = flat(profile);

    CHECK(find(records, "a").inclusive[0] == 100);
    CHECK(find(records, "b").inclusive[0] == 70);
    CHECK(find(records, "a").exclusive[0] == 30 + 30);
    CHECK(find(records, "b").exclusive[0] == 30 + 10);
}

TEST_CASE("one timer under two parents is one record") {
    Profile profile = withTimers({"a", "b", "log"});
    addThread(profile,
              {node(0, -1, 1, 10), node(2, 0, 2, 4), node(1, -1, 1, 20), node(2, 2, 3, 6)});

    const TimerRecord log = find(flat(profile), "log");

    CHECK(log.calls == 5);
    CHECK(log.inclusive[0] == 10);
}

TEST_CASE("threads are summed, and can be asked for one by one") {
    Profile profile = withTimers({"work", "other"});
    addThread(profile, {node(0, -1, 2, 10)});
    addThread(profile, {node(0, -1, 3, 30)}).nodes[0].running = true;

    const std::vector<TimerRecord> all = flat(profile);
    const std::vector<TimerRecord> first = flat(profile, profile.threads[0]);

    CHECK(find(all, "work").calls == 5);
    CHECK(find(all, "work").inclusive[0] == 40);
    CHECK(find(all, "work").running);
    REQUIRE(first.size() == 1);
    CHECK(first[0].calls == 2);
    CHECK_FALSE(first[0].running);
}

TEST_CASE("a parameter does not change the figures of its timer") {
    Profile profile = withTimers({"solve", "solve [ n = 4 ]", "dot"});
    profile.timers[1].kind = TimerKind::Parameter;
    profile.timers[1].base = 0;
    addThread(profile, {node(0, -1, 1, 100), node(1, 0, 1, 90), node(2, 1, 3, 30)});

    const std::vector<TimerRecord> records = flat(profile);

    CHECK(find(records, "solve").inclusive[0] == 100);
    CHECK(find(records, "solve").exclusive[0] == 70);
    CHECK(find(records, "solve").childCalls == 3);
    CHECK(find(records, "solve [ n = 4 ]").inclusive[0] == 90);
    CHECK(find(records, "solve [ n = 4 ]").exclusive[0] == 60);
    CHECK(find(records, "dot").exclusive[0] == 30);
}

TEST_CASE("every metric has its own values") {
    Profile profile = withTimers({"main", "foo"});
    profile.metrics.push_back({"cpu", "ns", "scripted"});
    ThreadProfile& thread = addThread(profile, {node(0, -1, 1, 10), node(1, 0, 1, 4)});
    thread.nodes[0].inclusive[1] = 7;
    thread.nodes[1].inclusive[1] = 1;

    const std::vector<TimerRecord> records = flat(profile);

    CHECK(find(records, "main").exclusive == MetricValues{6, 6, 0, 0});
    CHECK(find(records, "foo").exclusive == MetricValues{4, 1, 0, 0});
}

TEST_CASE("errors of independent estimates add up by squares") {
    Profile profile = withTimers({"main", "foo"});
    CallPathNode foo = node(1, 0, 100, 40);
    foo.untimed = 90;
    foo.error[0] = 3;
    addThread(profile, {node(0, -1, 1, 100), foo});
    foo.error[0] = 4;
    addThread(profile, {node(0, -1, 1, 100), foo});

    const std::vector<TimerRecord> records = flat(profile);

    CHECK(find(records, "main").untimed == 0);
    CHECK(find(records, "main").inclusiveError[0] == 0);
    CHECK(find(records, "main").exclusiveError[0] == 5);
    CHECK(find(records, "foo").untimed == 180);
    CHECK(find(records, "foo").inclusiveError[0] == 5);
    CHECK(find(records, "foo").exclusiveError[0] == 5);
}

TEST_SUITE_END();
