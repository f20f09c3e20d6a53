#include <perf/engine/EngineError.hpp>
#include <perf/segment/CpuClock.hpp>

#include <cstdint>
#include <vector>

#include "metrics.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

void burn(std::uint64_t ns) {
    const std::uint64_t begin = clockNs(CLOCK_THREAD_CPUTIME_ID);
    while (clockNs(CLOCK_THREAD_CPUTIME_ID) - begin < ns) {
    }
}

}  // namespace

TEST_SUITE_BEGIN("metrics.PerfMetrics");

TEST_CASE("software counters work, several at once by one reading") {
    const ChosenMetrics chosen =
        chooseMetrics("perf::TASK-CLOCK,perf::PAGE-FAULTS,perf::CONTEXT-SWITCHES", {kBuilt});
    for (const MetricRefusal& refusal : chosen.refused) {
        // Only where the kernel itself forbids them, as some containers do.
        FAIL_CHECK(refusal.name << ": " << refusal.reason);
    }
    REQUIRE(chosen.sources.size() == 3);
    CHECK(chosen.sources[0]->inGroup().group == chosen.sources[2]->inGroup().group);
    CHECK(chosen.sources[0]->metric().unit == "ns");
    Engine engine({chosen.sources});
    const TimerId timer = engine.registerTimer("t");

    engine.start(timer);
    burn(5'000'000);
    std::vector<char> touched(1U << 22U, 'x');
    engine.stop(timer);

    const TimerRecord record = find(flat(engine.snapshot()), "t");
    CHECK(touched.back() == 'x');
    CHECK(record.inclusive[0] >= 4'900'000);
    CHECK(record.inclusive[0] <= 60'000'000'000);
    CHECK(record.inclusive[1] >= 2);
}

TEST_CASE("a hardware counter works, or is refused with the reason and what to use instead") {
    const ChosenMetrics chosen = chooseMetrics("wall,perf::INSTRUCTIONS", {kBuilt});

    if (chosen.refused.empty()) {
        Engine engine({chosen.sources});
        const TimerId timer = engine.registerTimer("t");
        engine.start(timer);
        burn(1'000'000);
        engine.stop(timer);
        CHECK(find(flat(engine.snapshot()), "t").inclusive[1] > 1000);
    } else {
        CHECK(chosen.sources.size() == 1);
        CHECK(chosen.refused[0].name == "perf::INSTRUCTIONS");
        CHECK(contains(chosen.refused[0].reason, "perf"));
        CHECK(contains(chosen.refused[0].reason, "; "));
    }
}

TEST_CASE("a name the kernel does not have is refused with near names") {
    const ChosenMetrics chosen = chooseMetrics("perf::TASK-CLOK", {kBuilt});

    REQUIRE(chosen.refused.size() == 1);
    CHECK(contains(chosen.refused[0].reason, "no counter of that name"));
    CHECK(contains(chosen.refused[0].reason, "similar: perf::TASK-CLOCK"));
    REQUIRE(chosen.sources.size() == 1);
    CHECK(chosen.sources[0]->metric().name == "wall");
}

TEST_CASE("names are written as they are listed") {
    const ChosenMetrics chosen = chooseMetrics("perf::task-clock", {kBuilt});

    if (chosen.refused.empty()) {
        // PAPI takes the kernel's names in any case, where it can count them.
        REQUIRE(chosen.sources.size() == 1);
        CHECK(contains(chosen.sources[0]->metric().source, "PAPI"));
    } else {
        CHECK(contains(chosen.refused[0].reason, "similar: perf::TASK-CLOCK"));
    }
}

TEST_SUITE_END();
