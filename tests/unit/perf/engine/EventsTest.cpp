#include <perf/engine/Engine.hpp>
#include <perf/engine/EngineError.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <thread>

#include "ScriptedEngine.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

TEST_SUITE_BEGIN("perf.engine.Events");

TEST_CASE("an event keeps the statistics of its values") {
    ScriptedEngine s;
    const EventId bytes = s.engine.registerEvent("bytes");

    for (const double value : {2.0, 4.0, 9.0}) {
        s.engine.trigger(bytes, value);
    }

    const Profile profile = s.engine.snapshot();
    REQUIRE(profile.events.size() == 1);
    CHECK(displayName(profile.events[0]) == "bytes");
    CHECK(profile.events[0].count == 3);
    CHECK(profile.events[0].min == 2);
    CHECK(profile.events[0].max == 9);
    CHECK(profile.events[0].mean == doctest::Approx(5));
    CHECK(profile.events[0].sumSquares == 101);
    CHECK(profile.events[0].standardDeviation() == doctest::Approx(std::sqrt(26.0 / 3.0)));
}

TEST_CASE("the same name is the same event") {
    ScriptedEngine s;
    const EventId first = s.engine.registerEvent("e");

    CHECK(s.engine.registerEvent("e") == first);
    CHECK(s.engine.registerEvent("f") != first);
    CHECK(s.engine.registerContextEvent("e") != first);
}

TEST_CASE("an event that was never triggered is not listed") {
    ScriptedEngine s;
    s.engine.registerEvent("e");

    CHECK(s.engine.snapshot().events.empty());
}

TEST_CASE("a context event is kept in total and per call path") {
    ScriptedEngine s;
    const TimerId main = s.engine.registerTimer("main");
    const TimerId foo = s.engine.registerTimer("foo", "T");
    const EventId bytes = s.engine.registerContextEvent("bytes");

    s.engine.trigger(bytes, 1);
    s.engine.start(main);
    s.engine.trigger(bytes, 2);
    s.engine.start(foo);
    s.engine.trigger(bytes, 4);
    s.engine.trigger(bytes, 6);
    s.engine.stop(foo);
    s.engine.stop(main);

    const Profile profile = s.engine.snapshot();
    REQUIRE(profile.events.size() == 3);
    CHECK(displayName(profile.events[0]) == "bytes");
    CHECK(profile.events[0].count == 4);
    CHECK(profile.events[0].sum() == doctest::Approx(13));
    CHECK(displayName(profile.events[1]) == "bytes : main");
    CHECK(profile.events[1].count == 1);
    CHECK(displayName(profile.events[2]) == "bytes : main => foo T");
    CHECK(profile.events[2].count == 2);
    CHECK(profile.events[2].mean == doctest::Approx(5));
}

TEST_CASE("a parameter of a timer is not a step of a call path") {
    ScriptedEngine s;
    const TimerId solve = s.engine.registerTimer("solve");
    const EventId bytes = s.engine.registerContextEvent("bytes");

    s.engine.start(solve);
    s.engine.trigger(bytes, 1);
    s.engine.setParameter(solve, "n", 4);
    s.engine.trigger(bytes, 2);
    s.engine.stop(solve);

    const Profile profile = s.engine.snapshot();
    REQUIRE(profile.events.size() == 2);
    CHECK(profile.events[1].path == "solve");
    CHECK(profile.events[1].count == 2);
}

TEST_CASE("a disabled event is not recorded until it is enabled again") {
    ScriptedEngine s;
    const EventId event = s.engine.registerEvent("e");

    CHECK(s.engine.setEventEnabled(event, false));
    s.engine.trigger(event, 1);
    CHECK_FALSE(s.engine.setEventEnabled(event, true));
    s.engine.trigger(event, 2);

    REQUIRE(s.engine.snapshot().events.size() == 1);
    CHECK(s.engine.snapshot().events[0].count == 1);
    CHECK_THROWS_AS(s.engine.setEventEnabled(EventId{9}, true), EngineError);
}

TEST_CASE("values that are no finite numbers are counted as misuse and not recorded") {
    ScriptedEngine s;
    const EventId event = s.engine.registerEvent("e");

    s.engine.trigger(event, 3);
    s.engine.trigger(event, std::numeric_limits<double>::quiet_NaN());
    s.engine.trigger(event, -std::numeric_limits<double>::infinity());

    const Profile profile = s.engine.snapshot();
    CHECK(profile.events.at(0).count == 1);
    CHECK(profile.misuse == std::vector<Misuse>{{MisuseKind::NotFinite, "e", "", 2, 0}});
}

TEST_CASE("an event keeps quantiles to one percent, over all threads") {
    ScriptedEngine s;
    const EventId event = s.engine.registerEvent("e");
    const auto triggerFrom = [&](int first) {
        for (int i = first; i <= 1000; i += 2) {
            s.engine.trigger(event, i);
        }
    };

    triggerFrom(1);
    std::thread([&] { triggerFrom(2); }).join();

    const EventStats stats = s.engine.snapshot().events.at(0);
    CHECK(stats.count == 1000);
    CHECK(stats.quantiles.count() == 1000);
    CHECK(*stats.quantile(0.5) == doctest::Approx(500).epsilon(0.011));
    CHECK(*stats.quantile(0.99) == doctest::Approx(990).epsilon(0.011));
    QuantileSketch expected;
    for (int i = 1; i <= 1000; ++i) {
        expected.add(i);
    }
    CHECK(stats.quantiles == expected);
}

TEST_CASE("zeros, negative and tiny values have their place among the quantiles") {
    ScriptedEngine s;
    const EventId event = s.engine.registerEvent("e");
    QuantileSketch expected;
    for (const double value : {0.0, -7.5, 1e-320, 1e300, -1e-300, 7.5, -7.5}) {
        s.engine.trigger(event, value);
        expected.add(value);
    }

    CHECK(s.engine.snapshot().events.at(0).quantiles == expected);
}

TEST_CASE("a context event keeps quantiles in total and per call path") {
    ScriptedEngine s;
    const TimerId main = s.engine.registerTimer("main");
    const EventId bytes = s.engine.registerContextEvent("bytes");

    s.engine.trigger(bytes, 1);
    s.engine.start(main);
    s.engine.trigger(bytes, 100);
    s.engine.stop(main);

    const Profile profile = s.engine.snapshot();
    REQUIRE(profile.events.size() == 2);
    CHECK(profile.events[0].quantiles.count() == 2);
    CHECK(profile.events[1].quantiles.count() == 1);
    CHECK(profile.events[1].quantile(0.5) == 100);
}

TEST_CASE("values of more magnitudes than there is room for are counted at the nearest one") {
    ScriptedEngine s;
    const EventId event = s.engine.registerEvent("e");
    for (int exponent = 0; exponent < 200; ++exponent) {
        s.engine.trigger(event, std::exp2(exponent));
    }

    const EventStats stats = s.engine.snapshot().events.at(0);
    CHECK(stats.quantiles.count() == 200);
    CHECK(stats.quantiles.collapsed > 100);
    CHECK(stats.quantiles.positive.size() <= 64);
    CHECK(*stats.quantile(0.1) == doctest::Approx(std::exp2(19)).epsilon(0.01));
}

TEST_CASE("quantiles can be left out") {
    EngineOptions options{{std::make_shared<ScriptedMetric>()}};
    options.quantiles = false;
    Engine engine(options);

    engine.trigger(engine.registerEvent("e"), 4);

    const EventStats stats = engine.snapshot().events.at(0);
    CHECK(stats.count == 1);
    CHECK_FALSE(stats.quantile(0.5).has_value());
}

TEST_CASE("a context event that is switched to totals loses no value") {
    ScriptedEngine s;
    const TimerId main = s.engine.registerTimer("main");
    const EventId bytes = s.engine.registerContextEvent("bytes");

    s.engine.start(main);
    s.engine.trigger(bytes, 1);
    CHECK(s.engine.setEventKeepsPath(bytes, false));
    s.engine.trigger(bytes, 2);
    CHECK_FALSE(s.engine.setEventKeepsPath(bytes, true));
    s.engine.trigger(bytes, 4);
    s.engine.stop(main);

    const Profile profile = s.engine.snapshot();
    REQUIRE(profile.events.size() == 2);
    CHECK(profile.events[0].path.empty());
    CHECK(profile.events[0].count == 3);
    CHECK(profile.events[0].max == 4);
    CHECK(profile.events[1].count == 2);
    CHECK(profile.events[1].mean == doctest::Approx(2.5));
    CHECK_THROWS_AS(s.engine.setEventKeepsPath(s.engine.registerEvent("plain"), true), EngineError);
    CHECK_THROWS_AS(s.engine.setEventKeepsPath(EventId{77}, true), EngineError);
}

TEST_SUITE_END();
