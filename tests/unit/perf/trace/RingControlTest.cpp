#include <perf/segment/SegmentError.hpp>
#include <perf/trace/RingChunks.hpp>
#include <perf/trace/RingControl.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <thread>

#include "TestFolder.hpp"
#include "TracedEngine.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

constexpr std::size_t kRecords = 1024;

EngineOptions inFolder(const TestFolder& folder) {
    EngineOptions options = traced(TraceMode::Latest, kRecords * sizeof(TraceRecord));
    options.segment.folder = folder.path;
    return options;
}

void callOften(Engine& engine, TimerId timer, std::size_t records) {
    for (std::size_t i = 0; i < records / 2; ++i) {
        engine.start(timer);
        engine.stop(timer);
    }
}

std::size_t placeOfEvent(const TraceCopy& copy) {
    std::size_t place = 0;
    while (copy.records.at(place).kind() != TraceKind::Event) {
        ++place;
    }
    return place;
}

}  // namespace

TEST_SUITE_BEGIN("perf.trace.RingControl");

TEST_CASE("a value above the threshold freezes its thread's ring with the trigger in the middle") {
    const TestFolder folder;
    Engine engine(inFolder(folder));
    const TimerId timer = engine.registerTimer("t");
    engine.registerEvent("other");
    const EventId event = engine.registerEvent("residual");
    RingControl control(engine.segment().file());
    REQUIRE(control.findEvent("residual") == number(event));
    control.freezeAbove(number(event), 2.5);
    callOften(engine, timer, 5000);
    engine.trigger(event, 2.5);
    REQUIRE(control.triggers() == 0);
    callOften(engine, timer, 2 * kRecords);

    engine.trigger(event, 2.6);
    callOften(engine, timer, 5000);
    const TraceCopy frozen = traceOf(engine, 0);

    CHECK(control.triggers() == 1);
    CHECK(control.isFrozen());
    CHECK(frozen.lost > 0);
    const std::size_t place = placeOfEvent(frozen);
    CHECK(place + 1 >= kRecords / 2 - 3);
    CHECK(place + 1 <= kRecords / 2 + 3);
}

TEST_CASE("a trigger that is taken away freezes nothing, and can be set again") {
    const TestFolder folder;
    Engine engine(inFolder(folder));
    const TimerId timer = engine.registerTimer("t");
    const EventId event = engine.registerEvent("residual");
    RingControl control(engine.segment().file());
    control.freezeAbove(number(event), 2.5);
    control.disarm();
    engine.trigger(event, 3);
    callOften(engine, timer, 5000);
    CHECK(control.triggers() == 0);
    CHECK_FALSE(control.isFrozen());

    control.freezeAbove(number(event), 2.5);
    engine.trigger(event, 3);
    callOften(engine, timer, 5000);
    CHECK(control.triggers() == 1);
    CHECK(control.isFrozen());
}

TEST_CASE("all rings are frozen together, and continue when they are released") {
    const TestFolder folder;
    Engine engine(inFolder(folder));
    const TimerId timer = engine.registerTimer("t");
    RingControl control(engine.segment().file());
    callOften(engine, timer, 3000);
    std::thread([&] { callOften(engine, timer, 3000); }).join();

    control.freeze();
    CHECK(!control.isFrozen());
    callOften(engine, timer, 3000);
    CHECK(!control.isFrozen());
    control.release();
    callOften(engine, timer, 3000);
    const std::uint64_t lost = traceOf(engine, 0).lost;
    callOften(engine, timer, 3000);

    CHECK(lost > 0);
    CHECK(traceOf(engine, 0).lost == lost);
    CHECK(traceOf(engine, 1).lost == 0);
}

TEST_CASE("an event that is not there yet is not found, and what is not a segment is refused") {
    const TestFolder folder;
    Engine engine(inFolder(folder));
    const RingControl control(engine.segment().file());
    std::ofstream(folder.path / "none") << "text";

    CHECK(!control.findEvent("residual"));
    CHECK(control.events() == 0);
    CHECK_THROWS_AS(RingControl(folder.path / "none"), SegmentError);
    CHECK_THROWS_AS(RingControl(folder.path / "missing"), SegmentError);
}

TEST_SUITE_END();
