#include <perf/engine/Engine.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <vector>

#include "ScriptedEngine.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

std::vector<Misuse> misuseOf(const ScriptedEngine& s) {
    return s.engine.snapshot().misuse;
}

}  // namespace

TEST_SUITE_BEGIN("perf.engine.Misuse");

TEST_CASE("right use is not a misuse") {
    ScriptedEngine s;
    const TimerId a = s.engine.registerTimer("a");

    s.at(0).start(a);
    s.at(1).start(a);
    s.at(2).stop(a);
    s.at(3).stop(a);

    CHECK(s.engine.finalProfile().misuse.empty());
}

TEST_CASE("overlap closes the inner timer at the same instant and names both") {
    ScriptedEngine s;
    const TimerId outer = s.engine.registerTimer("outer", "T");
    const TimerId inner = s.engine.registerTimer("inner", "U");

    s.at(0).start(outer);
    s.at(2).start(inner);
    s.at(6).stop(outer);
    s.at(9).stop(inner);

    CHECK(s.record("outer T").inclusive[0] == 6);
    CHECK(s.record("outer T").exclusive[0] == 2);
    CHECK(s.record("inner U").inclusive[0] == 4);
    CHECK(misuseOf(s) == std::vector<Misuse>{{MisuseKind::Overlap, "outer T", "inner U", 1, 0}});
}

TEST_CASE("overlap over several timers closes all of them") {
    ScriptedEngine s;
    const TimerId a = s.engine.registerTimer("a");
    const TimerId b = s.engine.registerTimer("b");
    const TimerId c = s.engine.registerTimer("c");

    for (int i = 0; i < 2; ++i) {
        s.at(0).start(a);
        s.at(1).start(b);
        s.at(2).start(c);
        s.at(5).stop(a);
        s.engine.stop(b);
        s.engine.stop(c);
    }

    CHECK(s.record("a").inclusive[0] == 10);
    CHECK(s.record("b").inclusive[0] == 8);
    CHECK(s.record("c").inclusive[0] == 6);
    CHECK(misuseOf(s) == std::vector<Misuse>{{MisuseKind::Overlap, "a", "c", 2, 0},
                                             {MisuseKind::Overlap, "a", "b", 2, 0}});
}

TEST_CASE("a timer closed by overlap can be started anew before its late stop") {
    ScriptedEngine s;
    const TimerId a = s.engine.registerTimer("a");
    const TimerId b = s.engine.registerTimer("b");

    s.at(0).start(a);
    s.at(1).start(b);
    s.at(2).stop(a);
    s.at(5).start(b);
    s.at(6).stop(b);
    s.at(7).stop(b);

    CHECK(s.record("b").calls == 2);
    CHECK(s.record("b").inclusive[0] == 2);
    CHECK(misuseOf(s).size() == 1);
}

TEST_CASE("a stop without a start is counted and changes nothing") {
    ScriptedEngine s;
    const TimerId a = s.engine.registerTimer("a");
    const TimerId b = s.engine.registerTimer("b");

    s.at(0).start(a);
    s.at(1).stop(b);
    s.at(2).stop(b);
    s.at(3).stop(a);
    s.at(4).stop(a);

    CHECK(s.record("a").inclusive[0] == 3);
    CHECK(flat(s.engine.snapshot()).size() == 1);
    CHECK(misuseOf(s) == std::vector<Misuse>{{MisuseKind::StopWithoutStart, "b", "", 2, 0},
                                             {MisuseKind::StopWithoutStart, "a", "", 1, 0}});
}

TEST_CASE("timers that still run are left open in the final profile only") {
    ScriptedEngine s;
    const TimerId main = s.engine.registerTimer("main");

    s.at(0).start(main);
    s.at(5).start(main);

    CHECK(misuseOf(s).empty());
    const Profile last = s.at(7).finalProfile();
    CHECK(last.misuse == std::vector<Misuse>{{MisuseKind::LeftOpen, "main", "", 2, 0}});
    CHECK(find(flat(last), "main").inclusive[0] == 7);
}

TEST_CASE("ids that were never given out are counted") {
    ScriptedEngine s;

    s.engine.start(TimerId{7});
    s.engine.stop(TimerId{7});
    s.engine.stop(TimerId{std::numeric_limits<std::uint32_t>::max()});
    s.engine.setParameter(TimerId{9}, "n", 1);
    s.engine.trigger(EventId{3}, 1.0);
    s.engine.start(TimerId{std::numeric_limits<std::uint32_t>::max() - 1});

    const std::vector<Misuse> misuse = misuseOf(s);
    REQUIRE(misuse.size() == 5);
    CHECK(misuse[0] == Misuse{MisuseKind::UnknownId, "timer #7", "", 2, 0});
    CHECK(misuse[1].name == "(others)");
    CHECK(misuse[2].name == "timer #9");
    CHECK(misuse[3].name == "event #3");
    CHECK(flat(s.engine.snapshot()).empty());
}

TEST_CASE("calls deeper than the limit are counted and the others stay exact") {
    ScriptedEngine s(3);
    const TimerId f = s.engine.registerTimer("f");
    const TimerId g = s.engine.registerTimer("g");

    s.at(0).start(g);
    for (std::uint64_t depth = 1; depth <= 5; ++depth) {
        s.at(depth).start(f);
    }
    for (std::uint64_t depth = 5; depth >= 1; --depth) {
        s.at(20 - depth).stop(f);
    }
    s.at(30).stop(g);
    s.at(40).start(g);
    s.at(41).stop(g);

    CHECK(s.record("g").inclusive[0] == 31);
    CHECK(s.record("g").calls == 2);
    CHECK(s.record("f").calls == 2);
    CHECK(s.record("f").inclusive[0] == 18);
    CHECK(misuseOf(s) == std::vector<Misuse>{{MisuseKind::DepthExceeded, "f", "", 3, 0}});
}

TEST_CASE("a recursion of a thousand calls stays within the default limit") {
    ScriptedEngine s;
    const TimerId f = s.engine.registerTimer("f");

    for (std::uint64_t i = 0; i < 1000; ++i) {
        s.at(i).start(f);
    }
    for (std::uint64_t i = 1000; i < 2000; ++i) {
        s.at(i).stop(f);
    }

    CHECK(s.record("f").calls == 1000);
    CHECK(s.record("f").inclusive[0] == 1999);
    CHECK(misuseOf(s).empty());
}

TEST_CASE("a flood of different misuses takes bounded memory and loses no count") {
    ScriptedEngine s;
    std::vector<TimerId> timers;
    for (int i = 0; i < 1000; ++i) {
        timers.push_back(s.engine.registerTimer(std::to_string(i)));
    }

    for (const TimerId timer : timers) {
        s.engine.stop(timer);
    }

    const std::vector<Misuse> misuse = misuseOf(s);
    std::uint64_t sum = 0;
    for (const Misuse& one : misuse) {
        sum += one.count;
    }
    CHECK(sum == 1000);
    CHECK(misuse.size() == 257);
    CHECK(misuse.back().name == "(others)");
}

TEST_SUITE_END();
