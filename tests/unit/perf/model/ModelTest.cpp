#include <perf/model/Misuse.hpp>
#include <perf/model/TimerInfo.hpp>

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace gantry::perf;

TEST_SUITE_BEGIN("perf.model.Model");

TEST_CASE("the full name is the name alone when there is no type") {
    TimerInfo timer;
    timer.name = "solve";

    const std::string name = fullName(timer);

    CHECK(name == "solve");
}

TEST_CASE("the full name is the name, a space and the type") {
    TimerInfo timer;
    timer.name = "solve";
    timer.type = "linear.Solver";

    const std::string name = fullName(timer);

    CHECK(name == "solve linear.Solver");
}

TEST_CASE("timers are the same when name, type, group and kind are, whatever the id") {
    const TimerInfo one{1, "n", "t", "g", TimerKind::Timer, -1};
    const TimerInfo same{2, "n", "t", "g", TimerKind::Timer, -1};
    const TimerInfo phase{1, "n", "t", "g", TimerKind::Phase, -1};
    const TimerInfo otherGroup{1, "n", "t", "h", TimerKind::Timer, -1};

    CHECK(sameTimer(one, same));
    CHECK_FALSE(sameTimer(one, phase));
    CHECK_FALSE(sameTimer(one, otherGroup));
}

TEST_CASE("every kind of timer has a name that leads back to it") {
    for (const TimerKind kind : {TimerKind::Timer, TimerKind::Phase, TimerKind::Parameter}) {
        CHECK(kindFromName(kindName(kind)) == kind);
    }
    CHECK_FALSE(kindFromName("Timer").has_value());
}

TEST_CASE("every kind of misuse has a name of its own that leads back to it") {
    std::set<std::string_view> names;

    for (int i = 0; i <= static_cast<int>(kLastMisuseKind); ++i) {
        const auto kind = static_cast<MisuseKind>(i);
        names.insert(misuseName(kind));
        CHECK(misuseFromName(misuseName(kind)) == kind);
    }

    CHECK(names.size() == static_cast<std::size_t>(kLastMisuseKind) + 1);
    CHECK_FALSE(misuseFromName("unknown").has_value());
}

TEST_CASE("a misuse is described with names, number and thread") {
    const std::string overlap = describe({MisuseKind::Overlap, "main", "foo", 3, 2});
    const std::string nowhere = describe({MisuseKind::StopWithoutStart, "foo", "", 1, -1});

    CHECK(
        overlap ==
        "'main' was stopped while 'foo', started inside it, still ran; stop the inner timer first "
        "(3 times, thread 2)");
    CHECK(nowhere == "'foo' was stopped without having been started on that thread (1 time)");
}

TEST_SUITE_END();
