#include <perf/engine/Engine.hpp>
#include <perf/engine/EngineError.hpp>
#include <perf/engine/MetricSources.hpp>
#include <perf/segment/CpuClock.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include "ProfileSamples.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

// Keeps the processor busy until that much CPU time has passed on this thread.
void burn(std::uint64_t ns) {
    const std::uint64_t begin = clockNs(CLOCK_THREAD_CPUTIME_ID);
    while (clockNs(CLOCK_THREAD_CPUTIME_ID) - begin < ns) {
    }
}

double nsOf(const MetricSource& source, std::uint64_t ticks) {
    return static_cast<double>(ticks) * static_cast<double>(source.unitsPerTick()) /
           static_cast<double>(kTicksAreUnits);
}

}  // namespace

TEST_SUITE_BEGIN("perf.engine.Clocks");

TEST_CASE("the wall clock states its source and agrees with the system clock") {
    const auto wall = wallClock();

    const std::uint64_t ticks = wall->read();
    const std::uint64_t ns = clockNs(CLOCK_MONOTONIC);
    burn(20'000'000);
    const double wallNs = nsOf(*wall, wall->read() - ticks);
    const auto systemNs = static_cast<double>(clockNs(CLOCK_MONOTONIC) - ns);

    CHECK(wall->metric().unit == "ns");
    CHECK(wall->metric().source.find("CLOCK_MONOTONIC") != std::string::npos);
    CHECK(wallNs == doctest::Approx(systemNs).epsilon(0.01));
}

TEST_CASE("the fallback clock never goes back") {
    const auto clock = monotonicClock();
    std::uint64_t last = clock->read();

    for (int i = 0; i < 1000; ++i) {
        const std::uint64_t now = clock->read();
        REQUIRE(now >= last);
        last = now;
    }

    CHECK_FALSE(clock->isTimeStampCounter());
}

TEST_CASE("wall and CPU time are measured at once") {
    Engine engine(EngineOptions{metricsByName("wall,cpu")});
    const TimerId work = engine.registerTimer("work");

    engine.start(work);
    burn(5'000'000);
    const Profile running = engine.snapshot();
    burn(1'000'000);
    engine.stop(work);

    const Profile profile = engine.snapshot();
    const TimerRecord record = find(flat(profile), "work");
    CHECK(profile.metrics[1].name == "cpu");
    CHECK(record.inclusive[1] >= 6'000'000);
    CHECK(record.inclusive[0] >= 6'000'000 * 0.99);
    CHECK(find(flat(running), "work").inclusive[1] >= 5'000'000);
    CHECK(find(flat(running), "work").inclusive[1] <= record.inclusive[1]);
    CHECK(profile.threads[0].cpuNs >= record.inclusive[1]);
}

TEST_CASE("the engine measures with the default clock") {
    Engine engine;
    const TimerId outer = engine.registerTimer("outer");
    const TimerId inner = engine.registerTimer("inner");

    engine.start(outer);
    for (int i = 0; i < 100; ++i) {
        engine.start(inner);
        burn(10'000);
        engine.stop(inner);
    }
    engine.stop(outer);

    const auto records = flat(engine.snapshot());
    CHECK(find(records, "inner").calls == 100);
    CHECK(find(records, "inner").inclusive[0] >= 1'000'000 * 0.99);
    CHECK(find(records, "outer").inclusive[0] >= find(records, "inner").inclusive[0]);
}

TEST_CASE("the cost of a pair is measured once, on the clocks of the engine") {
    Engine engine(EngineOptions{metricsByName("wall,cpu")});

    const Profile profile = engine.snapshot();

    REQUIRE(profile.probeOverhead.has_value());
    const ProbeOverhead cost = *profile.probeOverhead;
    for (const std::size_t metric : {0U, 1U}) {
        CHECK(cost.pair[metric] > 1);
        CHECK(cost.pair[metric] < 1'000'000);
        CHECK(cost.inside[metric] > 0);
        CHECK(cost.inside[metric] <= cost.pair[metric]);
    }
    CHECK(cost.pair[2] == 0);
    CHECK(engine.snapshot().probeOverhead == cost);
    CHECK(profile.threads.empty());
    CHECK(profile.timers.empty());
}

TEST_CASE("two sources of one name, or too many sources, are refused") {
    const auto clock = monotonicClock();

    CHECK_THROWS_AS(MetricSet({clock, clock}), EngineError);
    CHECK_THROWS_AS(MetricSet({clock, clock, clock, clock, clock}), EngineError);
}

TEST_SUITE_END();
