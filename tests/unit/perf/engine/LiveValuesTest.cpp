// What is read of a thread that was descheduled between reading its clock and writing the result
// down. Here the clock of the test goes back: it shows the writer what it had read before.
#include <perf/segment/SegmentFile.hpp>

#include <doctest/doctest.h>

#include <memory>
#include <random>
#include <string>

#include "Children.hpp"
#include "ScriptedEngine.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

TEST_SUITE_BEGIN("perf.engine.LiveValues");

TEST_CASE("a stop that was read before a snapshot and written after it takes nothing back") {
    ScriptedEngine s;
    const TimerId outer = s.engine.registerTimer("outer");
    const TimerId inner = s.engine.registerTimer("inner");
    s.at(0).start(outer);
    s.at(10).start(inner);
    s.clock->set(100);
    CHECK(s.record("inner").inclusive[0] == 90);
    s.at(60).stop(inner);
    s.clock->set(110);

    CHECK(s.record("inner").inclusive[0] == 90);
    CHECK(s.engine.valuesOf("inner").inclusive[0] == 90);
    CHECK(s.record("outer").inclusive[0] == 110);
    CHECK(s.record("outer").exclusive[0] == 20);

    s.at(120).start(inner);
    s.clock->set(150);
    CHECK(s.record("inner").inclusive[0] == 90);  // 50 and 30
    s.clock->set(170);
    CHECK(s.record("inner").inclusive[0] == 100);
    s.at(180).stop(inner);
    CHECK(s.record("inner").inclusive[0] == 110);
    CHECK(s.engine.finalProfile().threads[0].nodes[1].inclusive[0] == 110);
}

TEST_CASE("what one timer was read as holds for snapshots, and the final profile is as written") {
    ScriptedEngine s;
    const TimerId timer = s.engine.registerTimer("timer");
    s.at(0).start(timer);
    s.clock->set(100);
    CHECK(s.engine.valuesOf("timer").inclusive[0] == 100);
    s.at(60).stop(timer);

    CHECK(s.engine.valuesOf("timer").inclusive[0] == 100);
    CHECK(s.record("timer").inclusive[0] == 100);
    CHECK(s.engine.finalProfile().threads[0].nodes[0].inclusive[0] == 60);
}

TEST_CASE("under random interleavings no value of any timer steps back") {
    constexpr std::uint32_t kSeed = 20261123;
    INFO("seed ", kSeed);
    std::mt19937 random(kSeed);
    ScriptedEngine s;
    const TimerId timers[] = {s.engine.registerTimer("a"), s.engine.registerTimer("b"),
                              s.engine.registerTimer("c")};
    std::int64_t before[3]{};
    std::uint64_t now = 0;
    std::size_t depth = 0;
    for (int step = 0; step < 3000; ++step) {
        const std::uint64_t read = now += random() % 50;
        // The writer's update comes later than its reading, and readers look in between.
        for (std::uint64_t looks = random() % 3; looks > 0; --looks) {
            now += random() % 100;
            s.clock->set(now);
            const bool one = random() % 2 == 0;
            for (std::size_t i = 0; i < 3; ++i) {
                const std::string name(1, static_cast<char>('a' + i));
                const std::int64_t value = s.engine.valuesOf(name).inclusive[0];
                CHECK(value >= before[i]);
                before[i] = value;
                if (!one && s.engine.valuesOf(name).calls > 0) {
                    CHECK(s.record(name).inclusive[0] == value);
                }
            }
        }
        if (depth < 3 && (depth == 0 || random() % 2 == 0)) {
            s.at(now).start(timers[depth++]);
        } else {
            s.at(read).stop(timers[--depth]);
        }
    }
}

TEST_CASE("a reader of a segment reads no less than before, and forgets another segment") {
    const TestFolder folder;
    auto clock = std::make_shared<ScriptedMetric>();
    EngineOptions options;
    options.metrics = {clock};
    options.segment.folder = folder.path;
    Engine engine(std::move(options));
    const TimerId timer = engine.registerTimer("timer");
    engine.start(timer);
    LiveFloors floors;
    const auto read = [&](std::uint64_t at) {
        clock->set(at);
        struct Readings final : MetricReadings {
            std::uint64_t now = 0;
            bool readFor(pid_t /*thread*/, std::uint64_t* ticks) const noexcept override {
                ticks[0] = now;
                return true;
            }
            void least(std::uint64_t* /*ticks*/) const noexcept override {}
        } readings;
        readings.now = at;
        const SegmentReader reader(bytesOf(engine.segment()));
        return flat(reader.read(readings, false, &floors).profile)[0].inclusive[0];
    };
    CHECK(read(100) == 100);
    clock->set(60);
    engine.stop(timer);

    CHECK(read(110) == 100);
    floors.begin(bytesOf(Segment(SegmentOptions{{}, kLeastSegment})));
    CHECK(read(110) == 60);
}
