#include <perf/engine/EngineError.hpp>

#include <cstdint>
#include <thread>

#include "metrics.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

TEST_SUITE_BEGIN("metrics.PapiMetrics");

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

TEST_CASE("a thread that PAPI does not know yet is made known to it before it is asked by name") {
    ChosenMetrics chosen;
    std::thread([&chosen] {
        chosen = chooseMetrics("A::ONE,A::TWOO", {metricFixture("papi")});
    }).join();

    CHECK(chosen.sources.size() == 1);
    CHECK(chosen.refused.size() == 1);
}

TEST_CASE("an event nowhere near one PAPI has is refused with what keeps its counters off") {
    const ChosenMetrics chosen = chooseMetrics("zz:::qqqqqqqqqqqqqqq", {metricFixture("papi")});

    REQUIRE(chosen.refused.size() == 1);
    CHECK(contains(chosen.refused[0].reason, "knows no event of that name"));
    CHECK(contains(chosen.refused[0].reason, "perf_event is off: scripted reason"));
}

TEST_CASE("an event PAPI does not have is refused with near names") {
    const ChosenMetrics chosen = chooseMetrics("A::TWOO", {metricFixture("papi")});

    REQUIRE(chosen.refused.size() == 1);
    CHECK(contains(chosen.refused[0].reason, "PAPI 1.2.3 knows no event of that name"));
    CHECK(contains(chosen.refused[0].reason, "similar: A::TWO"));
}

TEST_CASE(
    "an event is refused if another event set counts in the thread, and the reason is reported") {
    Engine engine(measuring("A::ONE", metricFixture("papi")));
    const TimerId timer = engine.registerTimer("t");
    engine.start(timer);

    const ChosenMetrics chosen = chooseMetrics("A::TWO,A::TWOO", {metricFixture("papi")});
    engine.stop(timer);

    REQUIRE(chosen.refused.size() == 2);
    CHECK(
        contains(chosen.refused[0].reason, "another event set of PAPI is counting in this thread"));
    CHECK(contains(chosen.refused[0].reason, "measure in another thread"));
    CHECK(contains(chosen.refused[1].reason, "similar: A::TWO"));
    CHECK(find(flat(engine.snapshot()), "t").inclusive[0] == 1);
}

TEST_CASE("in another thread an event is counted beside it") {
    Engine engine(measuring("A::ONE", metricFixture("papi")));
    const TimerId timer = engine.registerTimer("t");
    engine.start(timer);
    std::uint64_t grown = 0;

    std::thread([&grown] {
        const ChosenMetrics chosen = chooseMetrics("A::TWO", {metricFixture("papi")});
        const std::uint64_t before = chosen.sources[0]->read();
        grown = chosen.sources[0]->read() - before;
    }).join();

    CHECK(grown == 2);
    engine.stop(timer);
}

TEST_CASE("an event set of a destroyed engine is not a reason to refuse an event") {
    {
        Engine engine(measuring("A::ONE", metricFixture("papi")));
        const TimerId timer = engine.registerTimer("t");
        engine.start(timer);
        engine.stop(timer);
    }

    CHECK(chooseMetrics("A::TWO", {metricFixture("papi")}).refused.empty());
}

TEST_CASE("the real PAPI names another event set of this thread as the reason") {
    const char* const event = "perf_event:::perf::TASK-CLOCK";
    if (const auto refused = chooseMetrics(event, {kBuilt}).refused; !refused.empty()) {
        MESSAGE("PAPI does not count here: " << refused.front().reason);
        return;
    }
    const ChosenMetrics first = chooseMetrics(event, {kBuilt});
    const std::uint64_t before = first.sources[0]->read();

    const ChosenMetrics second = chooseMetrics(event, {kBuilt});

    REQUIRE(second.refused.size() == 1);
    CHECK(contains(second.refused[0].reason, "another event set of PAPI"));
    CHECK(first.sources[0]->read() > before);
}

TEST_CASE("a preset PAPI cannot count is refused with the reason and what to use instead") {
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
