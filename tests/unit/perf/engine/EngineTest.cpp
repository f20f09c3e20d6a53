#include <perf/engine/Engine.hpp>
#include <perf/engine/EngineError.hpp>

#include <doctest/doctest.h>

#include <string>

#include "ScriptedEngine.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

TEST_SUITE_BEGIN("perf.engine.Engine");

TEST_CASE("running timers count up to the moment of the query") {
    ScriptedEngine s;
    const TimerId main = s.engine.registerTimer("main");
    const TimerId foo = s.engine.registerTimer("foo");

    s.at(0).start(main);
    s.at(3).start(foo);
    const auto at5 = flat(s.at(5).snapshot());
    s.at(8).stop(foo);
    const auto at9 = flat(s.at(9).snapshot());
    s.at(10).stop(main);
    const auto at10 = flat(s.at(12).snapshot());

    CHECK(find(at5, "main").inclusive[0] == 5);
    CHECK(find(at5, "main").exclusive[0] == 3);
    CHECK(find(at5, "foo").inclusive[0] == 2);
    CHECK(find(at5, "foo").exclusive[0] == 2);
    CHECK(find(at5, "main").running);
    CHECK(find(at5, "foo").running);
    CHECK(find(at5, "foo").calls == 1);
    CHECK(find(at9, "main").inclusive[0] == 9);
    CHECK(find(at9, "main").exclusive[0] == 4);
    CHECK(find(at9, "foo").inclusive[0] == 5);
    CHECK(find(at9, "foo").exclusive[0] == 5);
    CHECK_FALSE(find(at9, "foo").running);
    CHECK(find(at10, "main").inclusive[0] == 10);
    CHECK(find(at10, "main").exclusive[0] == 5);
    CHECK_FALSE(find(at10, "main").running);
}

TEST_CASE("call paths are kept") {
    ScriptedEngine s;
    const TimerId a = s.engine.registerTimer("a");
    const TimerId b = s.engine.registerTimer("b");
    const TimerId log = s.engine.registerTimer("log");

    for (const TimerId outer : {a, b, a}) {
        s.at(0).start(outer);
        s.at(1).start(log);
        s.at(2).stop(log);
        s.at(4).stop(outer);
    }

    const Profile profile = s.engine.snapshot();
    REQUIRE(profile.threads.size() == 1);
    const std::vector<CallPathNode>& nodes = profile.threads[0].nodes;
    REQUIRE(nodes.size() == 4);
    CHECK(nodes[1].timer == number(log));
    CHECK(nodes[1].parent == 0);
    CHECK(nodes[1].calls == 2);
    CHECK(nodes[1].inclusive[0] == 2);
    CHECK(nodes[0].childCalls == 2);
    CHECK(nodes[2].timer == number(b));
    CHECK(nodes[2].parent == -1);
    CHECK(nodes[3].parent == 2);
    CHECK(nodes[3].calls == 1);
}

TEST_CASE("recursion is counted once") {
    ScriptedEngine s;
    const TimerId fib = s.engine.registerTimer("fib");

    s.at(0).start(fib);
    s.at(2).start(fib);
    s.at(5).start(fib);
    s.at(6).stop(fib);
    s.at(9).stop(fib);
    s.at(10).stop(fib);

    CHECK(s.record("fib").inclusive[0] == 10);
    CHECK(s.record("fib").exclusive[0] == 10);
    CHECK(s.record("fib").calls == 3);
    CHECK(s.record("fib").childCalls == 2);
}

TEST_CASE("a thousand timers under one parent keep apart") {
    ScriptedEngine s;
    const TimerId main = s.engine.registerTimer("main");
    std::vector<TimerId> timers;
    for (int i = 0; i < 1000; ++i) {
        timers.push_back(s.engine.registerTimer("timer " + std::to_string(i)));
    }

    s.at(0).start(main);
    for (int round = 0; round < 3; ++round) {
        for (std::size_t i = 0; i < timers.size(); ++i) {
            s.engine.start(timers[i]);
            s.clock->advance(i);
            s.engine.stop(timers[i]);
        }
    }
    s.engine.stop(main);

    const auto records = flat(s.engine.snapshot());
    REQUIRE(records.size() == 1001);
    for (std::size_t i = 0; i < timers.size(); ++i) {
        CHECK(records[i + 1].calls == 3);
        CHECK(records[i + 1].inclusive[0] == static_cast<std::int64_t>(3 * i));
    }
    CHECK(records[0].childCalls == 3000);
    CHECK(records[0].exclusive[0] == 0);
}

TEST_CASE("the same name, type, group and kind are the same timer, anything else is another") {
    ScriptedEngine s;
    const TimerId first = s.engine.registerTimer("n", "t", "g");

    CHECK(s.engine.registerTimer("n", "t", "g") == first);
    CHECK(s.engine.registerTimer("m", "t", "g") != first);
    CHECK(s.engine.registerTimer("n", "u", "g") != first);
    CHECK(s.engine.registerTimer("n", "t", "h") != first);
    CHECK(s.engine.registerTimer("n", "t", "g", TimerKind::Phase) != first);
}

TEST_CASE("names are copied and may hold any bytes") {
    ScriptedEngine s;
    std::string name("a\0b\xff\n", 5);
    const std::string same = name;
    const TimerId timer = s.engine.registerTimer(name);

    name.assign("changed");

    CHECK(s.engine.timerInfo(timer).name == same);
    CHECK(s.engine.timerInfo(timer).group == "default");
    CHECK(s.engine.registerTimer(same) == timer);
}

TEST_CASE("registered timers that were never started are in the profile but have no record") {
    ScriptedEngine s;
    s.engine.registerTimer("unused");

    const Profile profile = s.engine.snapshot();

    CHECK(profile.timers.size() == 1);
    CHECK(profile.threads.empty());
    CHECK(flat(profile).empty());
}

TEST_CASE("several metrics are measured at once") {
    auto wall = std::make_shared<ScriptedMetric>("wall");
    auto flops = std::make_shared<ScriptedMetric>("flops", "count");
    Engine engine(EngineOptions{{wall, flops}});
    const TimerId main = engine.registerTimer("main");
    const TimerId foo = engine.registerTimer("foo");

    engine.start(main);
    wall->set(4);
    engine.start(foo);
    wall->set(9);
    flops->set(100);
    engine.stop(foo);
    wall->set(10);
    flops->set(107);

    const Profile profile = engine.snapshot();
    CHECK(profile.metrics.size() == 2);
    CHECK(profile.metrics[1].unit == "count");
    CHECK(find(flat(profile), "main").inclusive == MetricValues{10, 107, 0, 0});
    CHECK(find(flat(profile), "main").exclusive == MetricValues{5, 7, 0, 0});
    CHECK(find(flat(profile), "foo").inclusive == MetricValues{5, 100, 0, 0});
}

TEST_CASE("two engines in one process do not see each other") {
    ScriptedEngine first;
    ScriptedEngine second;
    const TimerId one = first.engine.registerTimer("one");
    const TimerId two = second.engine.registerTimer("two");

    first.at(0).start(one);
    second.at(0).start(two);
    first.at(5).stop(one);
    second.at(7).stop(two);

    CHECK(flat(first.engine.snapshot()).size() == 1);
    CHECK(first.record("one").inclusive[0] == 5);
    CHECK(second.record("two").inclusive[0] == 7);
    CHECK(first.engine.snapshot().misuse.empty());
}

TEST_CASE("an engine made in the place of another starts empty") {
    for (int i = 0; i < 3; ++i) {
        ScriptedEngine s;
        const TimerId timer = s.engine.registerTimer("timer");
        s.at(1).start(timer);
        s.at(2).stop(timer);
        CHECK(s.record("timer").calls == 1);
    }
}

TEST_CASE("the profile carries time, creation moment, machine and clock") {
    ScriptedEngine s;

    const Profile profile = s.at(1234).snapshot();

    CHECK(profile.timeNs == 1234);
    CHECK(profile.created.size() == std::string("2026-01-31T12:00:00Z").size());
    CHECK(profile.machine.cores > 0);
    CHECK_FALSE(profile.machine.host.empty());
    CHECK(profile.metrics.at(0).source == "scripted");
}

TEST_CASE("options out of range are refused by name") {
    CHECK_THROWS_WITH_AS(Engine(EngineOptions{{}, 0}),
                         "EngineOptions::maxDepth is 0; it must be between 1 and 16777216",
                         EngineError);
    CHECK_THROWS_AS(Engine(EngineOptions{{}, 1, 0}), EngineError);
    CHECK_THROWS_AS(Engine(EngineOptions{{}, 1, 1, 0}), EngineError);
    CHECK_THROWS_AS(Engine(EngineOptions{{nullptr}}), EngineError);
}

TEST_CASE("more timers than the option allows are one timer, (other); events are refused") {
    auto clock = std::make_shared<ScriptedMetric>();
    Engine engine(EngineOptions{{clock}, 8, 2, 1});
    const TimerId first = engine.registerTimer("a");
    engine.registerTimer("b");
    engine.registerEvent("e");

    const TimerId other = engine.registerTimer("c");
    CHECK(engine.registerTimer("d", "", "another group") == other);
    CHECK_THROWS_AS(engine.registerEvent("f"), EngineError);
    CHECK(engine.registerTimer("a") == first);
    engine.start(first);
    engine.start(other);
    clock->set(5);
    engine.stop(other);
    engine.stop(first);

    const Profile profile = engine.finalProfile();
    CHECK(find(flat(profile), "(other)").calls == 1);
    CHECK(find(flat(profile), "(other)").inclusive[0] == 5);
    CHECK(find(flat(profile), "a").inclusive[0] == 5);
    CHECK(profile.timers.size() == 3);
    CHECK(profile.partial ==
          "there were more timers or events than are kept; the calls of 2 timers that did not fit "
          "are in (other); the values of 1 event that did not fit are missing");
}

TEST_CASE("a parameter cannot be registered as a timer") {
    ScriptedEngine s;

    CHECK_THROWS_AS(s.engine.registerTimer("x", "", "", TimerKind::Parameter), EngineError);
    CHECK_THROWS_AS(s.engine.timerInfo(TimerId{0}), EngineError);
}

TEST_SUITE_END();
