#include <perf/engine/Engine.hpp>

#include <doctest/doctest.h>

#include <string>
#include <thread>

#include "Children.hpp"
#include "ScriptedEngine.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

// Every timer of a snapshot, read by itself.
void checkAgainstSnapshot(const Engine& engine) {
    for (const TimerRecord& record : flat(engine.snapshot())) {
        const TimerValues values = engine.valuesOf(fullName(record.info));
        CAPTURE(fullName(record.info));
        CHECK(values.calls == record.calls);
        CHECK(values.childCalls == record.childCalls);
        CHECK(values.inclusive == record.inclusive);
        CHECK(values.exclusive == record.exclusive);
    }
}

}  // namespace

TEST_SUITE_BEGIN("perf.engine.Values");

TEST_CASE("one timer is read as a snapshot has it, with what runs inside and recursion") {
    ScriptedEngine s;
    const TimerId outer = s.engine.registerTimer("outer", "T");
    const TimerId inner = s.engine.registerTimer("inner");

    s.at(0).start(outer);
    s.at(1).start(inner);
    s.at(3).stop(inner);
    s.at(4).start(outer);
    s.at(5).start(inner);
    checkAgainstSnapshot(s.at(7));
    s.at(8).stop(inner);
    s.at(9).stop(outer);
    s.at(10).stop(outer);

    checkAgainstSnapshot(s.engine);
    CHECK(s.engine.valuesOf("outer T").inclusive[0] == 10);
    CHECK(s.engine.valuesOf("outer").inclusive[0] == 10);
    CHECK(s.engine.valuesOf("outer T").exclusive[0] == 5);
    CHECK(s.engine.valuesOf("outer T").calls == 2);
    CHECK(s.engine.valuesOf("inner").calls == 2);
}

TEST_CASE("call paths and timers that come later are read as well") {
    ScriptedEngine s;
    const TimerId first = s.engine.registerTimer("first");
    s.at(0).start(first);
    s.at(1).stop(first);
    checkAgainstSnapshot(s.engine);

    const TimerId second = s.engine.registerTimer("second");
    s.at(2).start(second);
    s.at(3).start(first);
    s.at(5).stop(first);
    s.at(6).stop(second);
    std::thread([&] {
        s.at(7).start(first);
        s.at(9).stop(first);
    }).join();

    checkAgainstSnapshot(s.engine);
    CHECK(s.engine.valuesOf("first").inclusive[0] == 5);
    CHECK(s.engine.valuesOf("second").exclusive[0] == 2);
}

TEST_CASE("what is recorded under a parameter belongs to its timer too") {
    ScriptedEngine s;
    const TimerId solve = s.engine.registerTimer("solve");
    const TimerId dot = s.engine.registerTimer("dot");

    s.at(0).start(solve);
    s.at(1).setParameter(solve, "n", 8);
    s.at(2).start(dot);
    s.at(3).stop(dot);
    s.at(5).stop(solve);

    checkAgainstSnapshot(s.engine);
    CHECK(s.engine.valuesOf("solve").exclusive[0] == 4);
    CHECK(s.engine.valuesOf("solve").childCalls == 1);
    CHECK(s.engine.valuesOf("solve [ n = 8 ]").inclusive[0] == 4);
}

TEST_CASE("calls that are too deep are read as (other)") {
    ScriptedEngine s(2);
    const TimerId f = s.engine.registerTimer("f");

    for (std::uint64_t i = 0; i < 4; ++i) {
        s.at(i).start(f);
    }
    for (std::uint64_t i = 4; i < 8; ++i) {
        s.at(i).stop(f);
    }

    checkAgainstSnapshot(s.engine);
    CHECK(s.engine.valuesOf("(other)").calls > 0);
}

TEST_CASE("a name means the timers of that full name, or the one started timer that has it") {
    ScriptedEngine s;
    const TimerId one = s.engine.registerTimer("f", "A", "g");
    const TimerId two = s.engine.registerTimer("f", "A", "h");
    const TimerId three = s.engine.registerTimer("f", "B");
    for (const TimerId timer : {one, two}) {
        s.at(0).start(timer);
        s.at(2).stop(timer);
    }

    CHECK(s.engine.valuesOf("f A").inclusive[0] == 4);
    CHECK(s.engine.valuesOf("f").calls == 2);
    CHECK(s.engine.valuesOf("nobody").calls == 0);
    s.at(3).start(three);
    s.at(4).stop(three);
    CHECK(s.engine.valuesOf("f").calls == 0);
    CHECK(s.engine.valuesOf("f B").calls == 1);
}

TEST_CASE("a forked child reads what it measured itself") {
    ScriptedEngine s;
    const TimerId f = s.engine.registerTimer("f");
    s.at(0).start(f);
    s.at(1).stop(f);
    CHECK(s.engine.valuesOf("f").calls == 1);

    CHECK(inChild([&] {
        s.at(2).start(f);
        s.at(5).stop(f);
        const TimerValues values = s.engine.valuesOf("f");
        return values.calls == 1 && values.inclusive[0] == 3;
    }));

    CHECK(s.engine.valuesOf("f").calls == 1);
}

TEST_CASE("the calls inside a timer are counted where they are asked for, recursion once") {
    ScriptedEngine s;
    const TimerId outer = s.engine.registerTimer("outer");
    const TimerId inner = s.engine.registerTimer("inner");
    const TimerId leaf = s.engine.registerTimer("leaf");
    for (int i = 0; i < 3; ++i) {
        s.engine.start(outer);
        s.engine.start(inner);
        s.engine.start(leaf);
        s.engine.stop(leaf);
        s.engine.start(outer);
        s.engine.stop(outer);
        s.engine.stop(inner);
        s.engine.stop(outer);
    }

    const TimerValues values = s.engine.valuesOf("outer", true);
    CHECK(values.calls == 6);
    CHECK(values.timed == 6);
    CHECK(values.timedBelow == 9);
    CHECK(values.untimedBelow == 0);
    CHECK(s.engine.valuesOf("leaf", true).timedBelow == 0);
    CHECK(s.engine.valuesOf("outer").timedBelow == 0);
}
