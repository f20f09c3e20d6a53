#include <perf/engine/EngineError.hpp>
#include <perf/engine/detail/SamplingPolicy.hpp>
#include <perf/segment/Layout.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <thread>

#include "SampledEngine.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

constexpr int kExact = SampledEngine::kExactCalls;
constexpr int kMany = 100'000;

}  // namespace

TEST_SUITE_BEGIN("perf.engine.Sampling");

TEST_CASE("the first calls of a call path are all timed") {
    SampledEngine s;
    const TimerId brief = s.engine.registerTimer("brief");

    s.calls(brief, kExact, 10);

    CHECK(s.record("brief").calls == kExact);
    CHECK(s.record("brief").inclusive[0] == 10 * kExact);
    CHECK(s.record("brief").untimed == 0);
    CHECK(s.record("brief").inclusiveError[0] == 0);
}

TEST_CASE("short calls are counted and few of them timed, and the estimate holds for equal calls") {
    SampledEngine s;
    const TimerId brief = s.engine.registerTimer("brief");

    s.calls(brief, kMany, 20);

    const TimerRecord record = s.record("brief");
    CHECK(record.calls == kMany);
    CHECK(record.untimed > std::uint64_t{kMany} * 9 / 10);
    CHECK(record.untimed < kMany - kExact);
    CHECK(std::abs(record.inclusive[0] - 20L * kMany) <= record.inclusiveError[0]);
    CHECK(record.inclusiveError[0] < 20 * kMany / 50);
}

TEST_CASE("calls that are long beside what timing costs are all timed") {
    SampledEngine s;
    const TimerId slow = s.engine.registerTimer("slow");

    s.calls(slow, 20'000, 1000);

    CHECK(s.record("slow").untimed == 0);
    CHECK(s.record("slow").inclusive[0] == 20'000'000);
}

TEST_CASE("calls that become long are all timed again") {
    SampledEngine s;
    const TimerId timer = s.engine.registerTimer("timer");
    s.calls(timer, kMany, 20);
    s.calls(timer, kMany, 5000);
    const std::uint64_t before = s.record("timer").untimed;

    s.calls(timer, kMany, 5000);

    CHECK(s.record("timer").untimed == before);
}

TEST_CASE("the call path is followed through calls that are not timed") {
    SampledEngine s;
    const TimerId outer = s.engine.registerTimer("outer");
    const TimerId inner = s.engine.registerTimer("inner");

    for (int i = 0; i < kMany; ++i) {
        s.engine.start(outer);
        s.clock->advance(3);
        s.call(inner, 7);
        s.engine.stop(outer);
    }
    s.calls(inner, 5, 7);

    const Profile profile = s.engine.snapshot();
    const std::vector<CallPathNode>& nodes = profile.threads.at(0).nodes;
    REQUIRE(nodes.size() == 3);
    CHECK(nodes[0].calls == kMany);
    CHECK(nodes[0].untimed > 0);
    CHECK(nodes[0].childCalls == kMany);
    CHECK(nodes[1].parent == 0);
    CHECK(nodes[1].calls == kMany);
    CHECK(nodes[1].untimed > 0);
    CHECK(nodes[2].parent == -1);
    CHECK(nodes[2].calls == 5);
    CHECK(profile.misuse.empty());
}

TEST_CASE("a timer around short calls is exact, contains them, and shares the error with them") {
    SampledEngine s;
    const TimerId outer = s.engine.registerTimer("outer");
    const TimerId inner = s.engine.registerTimer("inner");

    s.engine.start(outer);
    for (int i = 0; i < kMany; ++i) {
        s.call(inner, 10 + static_cast<std::uint64_t>(i % 3));
        s.clock->advance(5);
    }
    s.engine.stop(outer);

    const TimerRecord around = s.record("outer");
    const TimerRecord inside = s.record("inner");
    CHECK(around.untimed == 0);
    CHECK(around.inclusiveError[0] == 0);
    CHECK(around.inclusive[0] == static_cast<std::int64_t>(s.clock->read()));
    CHECK(around.inclusive[0] - inside.inclusive[0] == around.exclusive[0]);
    CHECK(around.exclusiveError[0] == inside.inclusiveError[0]);
    CHECK(std::abs(around.exclusive[0] - 5L * kMany) <= around.exclusiveError[0]);
}

TEST_CASE("a timer that costs next to nothing of its inclusive time is exact") {
    SampledEngine s;
    const TimerId outer = s.engine.registerTimer("outer");
    const TimerId inner = s.engine.registerTimer("inner");

    for (int i = 0; i < 5000; ++i) {
        s.engine.start(outer);
        s.call(inner, 1'000'000);
        s.engine.stop(outer);
    }

    CHECK(s.record("outer").untimed == 0);
}

TEST_CASE("timers that the selection includes by a rule are exact") {
    SampledEngine s;
    const TimerId listed = s.engine.registerTimer("listed");
    const TimerId other = s.engine.registerTimer("other");
    s.engine.select({{{true, SelectionRule::Of::Timer, "list*"}}});
    const TimerId later = s.engine.registerTimer("listed too");

    for (const TimerId timer : {listed, other, later}) {
        s.calls(timer, kMany, 20);
    }

    CHECK(s.record("listed").untimed == 0);
    CHECK(s.record("listed too").untimed == 0);
    CHECK(s.record("other").untimed > 0);
}

TEST_CASE("a timer that is listed later is timed for each call from then on") {
    SampledEngine s;
    const TimerId timer = s.engine.registerTimer("timer");
    s.calls(timer, kMany, 20);
    s.engine.select({{{true, SelectionRule::Of::Timer, "timer"}}});
    s.calls(timer, kMany, 20);
    const std::uint64_t before = s.record("timer").untimed;

    s.calls(timer, kMany, 20);

    CHECK(s.record("timer").untimed == before);
}

TEST_CASE("a timer whose values are queried by name is timed at each call from then on") {
    SampledEngine s;
    const TimerId timer = s.engine.registerTimer("timer");
    s.calls(timer, kMany, 20);
    const std::int64_t first = s.engine.valuesOf("timer").inclusive[0];
    s.calls(timer, 1000, 20);
    const std::int64_t before = s.engine.valuesOf("timer").inclusive[0];

    s.call(timer, 700);

    CHECK(std::abs(first - 20L * kMany) <= 20L * kMany / 50);
    CHECK(s.engine.valuesOf("timer").inclusive[0] - before == 700);
}

TEST_CASE("timers with parameters, and the parameters, are exact") {
    SampledEngine s;
    const TimerId timer = s.engine.registerTimer("timer");

    for (int i = 0; i < 10'000; ++i) {
        s.engine.start(timer);
        s.engine.setParameter(timer, "n", 3);
        s.clock->advance(10);
        s.engine.stop(timer);
    }

    CHECK(s.record("timer").untimed == 0);
    CHECK(s.record("timer").inclusive[0] == 100'000);
    CHECK(s.record("timer [ n = 3 ]").inclusive[0] == 100'000);
}

TEST_CASE("with several metrics, or a trace, every call is timed") {
    EngineOptions several = SampledEngine::options(1);
    several.metrics = {std::make_shared<ScriptedMetric>("cpu")};
    EngineOptions traced = SampledEngine::options(1);
    traced.trace.mode = TraceMode::Latest;
    SampledEngine both(std::move(several));
    SampledEngine trace(std::move(traced));

    for (SampledEngine* const s : {&both, &trace}) {
        const TimerId brief = s->engine.registerTimer("brief");
        s->calls(brief, 10'000, 10);
        CHECK(s->record("brief").untimed == 0);
        CHECK(s->engine.segment().header().version == kExactSegmentVersion);
    }
}

TEST_CASE("an engine that times every call writes segments that older readers know") {
    const Engine exact;
    const SampledEngine sampled;

    CHECK(exact.segment().header().version == 1);
    CHECK(sampled.engine.segment().header().version == 3);
}

TEST_CASE("misuse in calls that are not timed is detected") {
    SampledEngine s;
    const TimerId outer = s.engine.registerTimer("outer");
    const TimerId inner = s.engine.registerTimer("inner");
    for (int i = 0; i < kMany; ++i) {
        s.engine.start(outer);
        s.call(inner, 7);
        s.engine.stop(outer);
    }

    for (int i = 0; i < 50; ++i) {
        s.engine.start(outer);
        s.engine.start(inner);
        s.engine.stop(outer);
        s.engine.stop(inner);
    }
    s.engine.stop(inner);

    const Profile profile = s.engine.snapshot();
    REQUIRE(profile.misuse.size() == 2);
    CHECK(profile.misuse[0].kind == MisuseKind::Overlap);
    CHECK(profile.misuse[0].count == 50);
    CHECK(profile.misuse[1].kind == MisuseKind::StopWithoutStart);
    CHECK(s.record("outer").calls == kMany + 50);
    CHECK(s.record("inner").calls == kMany + 50);
}

TEST_CASE("a call that is not timed shows as running") {
    SampledEngine s;
    const TimerId brief = s.engine.registerTimer("brief");
    s.calls(brief, kMany, 10);

    int running = 0;
    for (int i = 0; i < 100; ++i) {
        s.engine.start(brief);
        running += s.record("brief").running ? 1 : 0;
        s.engine.stop(brief);
    }

    CHECK(running == 100);
    CHECK_FALSE(s.record("brief").running);
}

TEST_CASE("the values of one timer are those of the snapshot") {
    SampledEngine s;
    const TimerId brief = s.engine.registerTimer("brief");
    s.calls(brief, kMany, 10);

    const TimerValues values = s.engine.valuesOf("brief");

    CHECK(values.calls == kMany);
    CHECK(values.inclusive == s.record("brief").inclusive);
}

TEST_CASE("the snapshot says what a call costs that is not timed") {
    const SampledEngine s;

    const std::optional<ProbeOverhead> overhead = s.engine.snapshot().probeOverhead;

    REQUIRE(overhead);
    CHECK(overhead->untimed[0] == 4);
}

TEST_CASE("a budget beyond a half is refused") {
    EngineOptions options;
    options.sampling.budget = 0.6;

    CHECK_THROWS_AS(Engine(std::move(options)), EngineError);
}

TEST_CASE("blocks are as small as the budget allows, and no larger than is of use") {
    SamplingPolicy policy;
    policy.budget = 0.05;
    policy.pair = 20;
    policy.untimed = 4;

    CHECK(policy.blockFor(400, 400) == 1);
    CHECK(policy.blockFor(300, 300) == 4);
    CHECK(policy.blockFor(120, 120) == 32);
    CHECK(policy.blockFor(10, 10) == 128);
    CHECK(policy.blockFor(100'000, 0) == 1);
}

TEST_CASE("a reader finds no damage in a thread that continues while it is read") {
    const TestFolder folder;
    EngineOptions options = SampledEngine::options(1);
    options.sampling.exactCalls = 10;
    options.segment.folder = folder.path;
    Engine engine(std::move(options));
    const TimerId brief = engine.registerTimer("brief");
    SegmentFile file(engine.segment().file());
    std::atomic<bool> ends{false};
    std::thread writer([&] {
        while (!ends.load(std::memory_order_relaxed)) {
            engine.start(brief);
            engine.stop(brief);
        }
    });
    std::uint64_t damaged = 0;
    for (int i = 0; i < 5000; ++i) {
        damaged += file.read().damaged;
    }
    ends.store(true, std::memory_order_relaxed);
    writer.join();
    CHECK(damaged == 0);
}

TEST_SUITE_END();
