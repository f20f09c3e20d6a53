#include <perf/engine/EngineError.hpp>

#include <thread>

#include "metrics.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

TEST_SUITE_BEGIN("perf/metrics/papi");

TEST_CASE("events of PAPI are counted together by one reading") {
    Engine engine(measuring("A::TWO,wall,A::ONE", metricFixture("papi")));
    const TimerId outer = engine.registerTimer("outer");
    const TimerId inner = engine.registerTimer("inner");

    engine.start(outer);
    engine.start(inner);
    engine.stop(inner);
    engine.stop(outer);

    // One PAPI_read for each start and stop.
    const auto records = flat(engine.snapshot());
    CHECK(find(records, "inner").inclusive[2] == 1);
    CHECK(find(records, "inner").inclusive[0] == 2);
    CHECK(find(records, "outer").inclusive[2] == 3);
    CHECK(find(records, "outer").inclusive[0] == 6);
    CHECK(engine.metrics()[0].source == "PAPI 1.2.3, scripted event 1");
    CHECK(engine.metrics()[2].unit == "pieces");
}

TEST_CASE("each thread has an event set of its own") {
    Engine engine(measuring("A::ONE", metricFixture("papi")));
    const TimerId timer = engine.registerTimer("t");

    for (int i = 0; i < 3; ++i) {
        std::thread([&] {
            engine.start(timer);
            engine.stop(timer);
        }).join();
    }

    CHECK(find(flat(engine.snapshot()), "t").inclusive[0] == 3);
}

TEST_CASE("an event that does not go with the others is refused, and they are counted") {
    const ChosenMetrics chosen = chooseMetrics("A::ONE,B::OTHER", {metricFixture("papi")});

    REQUIRE(chosen.refused.size() == 1);
    CHECK(chosen.refused[0].name == "B::OTHER");
    CHECK(contains(chosen.refused[0].reason, "measure it alone"));
    CHECK(chosen.sources.size() == 1);
}

TEST_CASE("an event PAPI does not have is refused with near names") {
    const ChosenMetrics chosen = chooseMetrics("A::TWOO", {metricFixture("papi")});

    REQUIRE(chosen.refused.size() == 1);
    CHECK(contains(chosen.refused[0].reason, "PAPI 1.2.3 knows no event of that name"));
    CHECK(contains(chosen.refused[0].reason, "similar: A::TWO"));
}

TEST_CASE("a preset PAPI can not count is refused with the reason and what to use instead") {
    const ChosenMetrics chosen = chooseMetrics("PAPI_TOT_INS", {metricFixture("papi")});

    REQUIRE(chosen.refused.size() == 1);
    CHECK(contains(chosen.refused[0].reason, "counter"));
    CHECK(contains(chosen.refused[0].reason, "perf::TASK-CLOCK"));
}

TEST_CASE("the real PAPI counts a preset, or refuses it with a reason") {
    const ChosenMetrics chosen = chooseMetrics("PAPI_TOT_INS", {kBuilt});

    if (chosen.refused.empty()) {
        CHECK(contains(chosen.sources[0]->metric().source, "PAPI "));
    } else {
        CHECK(chosen.refused[0].reason.size() > 20);
        CHECK(contains(chosen.refused[0].reason, "perf::TASK-CLOCK"));
    }
}

TEST_SUITE_END();
