#include <perf/segment/SegmentError.hpp>
#include <perf/segment/SegmentFile.hpp>
#include <perf/trace/Replay.hpp>
#include <perf/trace/SegmentDrain.hpp>
#include <perf/trace/Trace.hpp>
#include <perf/trace/TraceCursor.hpp>
#include <perf/trace/TraceError.hpp>
#include <perf/trace/TraceFile.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "Children.hpp"
#include "TestFolder.hpp"
#include "TracedEngine.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

EngineOptions drained(const TestFolder& folder, std::size_t ringBytes = std::size_t{1} << 16U) {
    EngineOptions options = traced(TraceMode::Drain, ringBytes);
    options.segment.folder = folder.path / "segments";
    return options;
}

void callOften(Engine& engine, TimerId timer, int pairs) {
    for (int i = 0; i < pairs; ++i) {
        engine.start(timer);
        engine.stop(timer);
    }
}

}  // namespace

TEST_SUITE_BEGIN("perf.trace.SegmentDrain");

TEST_CASE("the trace of another process is drained while it runs, and equals its profile") {
    const TestFolder folder;
    const auto path = folder.path / "out.trace";
    const Signpost begun;
    const Signpost drainedOnce;
    // 2,000 records before the first look, and three times what the ring holds in all.
    const pid_t child = forkChild([&] {
        Engine engine(drained(folder));
        engine.keepSegment();
        const TimerId timer = engine.registerTimer("t");
        callOften(engine, timer, 1000);
        begun.raise();
        drainedOnce.wait();
        callOften(engine, timer, 1500);
        engine.endSegment();
        return true;
    });
    REQUIRE(begun.wait());
    const auto segment = segmentsIn(folder.path / "segments").at(0).path;
    {
        SegmentDrain drain(segment, path);
        drain.sweep();
        CHECK(drain.records() == 2001);
        drainedOnce.raise();
        REQUIRE(endedWell(child));
        drain.end();

        CHECK(drain.problem().empty());
        CHECK(drain.records() == 5001);
    }

    const Trace trace(readTraceFile(path).chunks);
    SegmentFile file(segment);
    const TotalsCheck check = compareTotals(trace, file.read().profile);
    INFO(check.why);
    CHECK(check.verdict == TotalsCheck::Verdict::Equal);
    CHECK(trace.ended());
    CHECK(trace.records() == 5001);
}

TEST_CASE("a thread that may wait loses nothing while another one drains its small ring") {
    const TestFolder folder;
    const auto path = folder.path / "out.trace";
    EngineOptions options = drained(folder, kLeastRing);
    options.trace.waits = true;
    options.trace.patience = std::chrono::minutes(1);
    Engine engine(options);
    const TimerId timer = engine.registerTimer("t");
    SegmentDrain drain(engine.segment().file(), path);
    std::atomic<bool> isDone = false;
    std::thread drainer([&] {
        while (!isDone) {
            drain.sweep();
        }
    });
    callOften(engine, timer, 5000);
    isDone = true;
    drainer.join();
    drain.end();

    CHECK(drain.records() == 10'001);
    CHECK(ringOf(engine, 0).lost == 0);
    const Profile profile = engine.snapshot();
    CHECK(std::any_of(profile.context.begin(), profile.context.end(),
                      [](const auto& fact) { return fact.first == kTraceWaits; }));
}

TEST_CASE("a thread whose ring is not drained waits once, no longer than its limit") {
    const TestFolder folder;
    EngineOptions options = drained(folder, kLeastRing);
    options.trace.waits = true;
    options.trace.patience = std::chrono::milliseconds(1);
    Engine engine(options);
    const TimerId timer = engine.registerTimer("t");
    // A ring of 64 records, the first of which names the thread.
    callOften(engine, timer, 100);
    const TraceRing first = ringOf(engine, 0);
    callOften(engine, timer, 100);
    const TraceRing second = ringOf(engine, 0);

    CHECK(first.head == 64);
    CHECK(first.lost == 137);
    CHECK(first.waitedNs >= 1'000'000);
    CHECK(second.lost == 337);
    CHECK(second.waitedNs == first.waitedNs);
}

TEST_CASE("rings that come behind the end of what was mapped are drained as well") {
    const TestFolder folder;
    Engine engine(drained(folder, std::size_t{1} << 20U));
    const TimerId timer = engine.registerTimer("t");
    callOften(engine, timer, 10);
    SegmentDrain drain(engine.segment().file(), folder.path / "out.trace");
    drain.sweep();

    for (int i = 0; i < 3; ++i) {
        std::thread([&] { callOften(engine, timer, 10); }).join();
        const TimerId further = engine.registerTimer("further " + std::to_string(i));
        callOften(engine, further, 10);
    }
    drain.end();

    CHECK(drain.problem().empty());
    const Trace trace(readTraceFile(folder.path / "out.trace").chunks);
    CHECK(compareTotals(trace, engine.snapshot()).verdict == TotalsCheck::Verdict::Equal);
}

TEST_CASE("what a ring had no room for before it was drained is counted") {
    const TestFolder folder;
    Engine engine(drained(folder, kLeastRing));
    const TimerId timer = engine.registerTimer("t");
    callOften(engine, timer, 1000);
    SegmentDrain drain(engine.segment().file(), folder.path / "out.trace");
    drain.sweep();
    callOften(engine, timer, 10);

    drain.end();

    const Trace trace(readTraceFile(folder.path / "out.trace").chunks);
    const std::uint64_t lost = trace.tables().threads.at(0).lost;
    CHECK(lost == 2001 - 64);
    // Among those that are there is one that says how many are not.
    CHECK(trace.records() == 64 + 20 + 1);
    CHECK(compareTotals(trace, engine.snapshot()).verdict != TotalsCheck::Verdict::Equal);
}

TEST_CASE("a segment that is damaged is drained no further, and that is reported") {
    const TestFolder folder;
    Engine engine(drained(folder));
    const TimerId timer = engine.registerTimer("t");
    callOften(engine, timer, 10);
    SegmentDrain drain(engine.segment().file(), folder.path / "out.trace");
    threadRecord(engine, 0).trace ^= 1U;

    CHECK_FALSE(drain.sweep());

    CHECK(drain.problem().find("contradicts its checksum") != std::string::npos);
    threadRecord(engine, 0).trace ^= 1U;
    drain.end();
    CHECK(drain.records() == 0);
    CHECK_FALSE(Trace(readTraceFile(folder.path / "out.trace").chunks).ended());
}

TEST_CASE("a segment that is cut is drained no further") {
    const TestFolder folder;
    std::filesystem::path copy;
    {
        Engine engine(drained(folder));
        callOften(engine, engine.registerTimer("t"), 10);
        copy = folder.path / "copy.segment";
        std::filesystem::copy_file(engine.segment().file(), copy);
    }
    SegmentDrain drain(copy, folder.path / "out.trace");
    std::filesystem::resize_file(copy, 4096);

    drain.end();

    CHECK(drain.problem().find("the segment was cut") != std::string::npos);
}

TEST_CASE("what is not a segment, is not there, or cannot be written to is refused") {
    const TestFolder folder;
    std::ofstream(folder.path / "text.segment") << std::string(10'000, 'x');
    Engine engine(drained(folder));

    CHECK_THROWS_AS(SegmentDrain(folder.path / "text.segment", folder.path / "a"), SegmentError);
    CHECK_THROWS_AS(SegmentDrain(folder.path / "none.segment", folder.path / "a"), SegmentError);
    CHECK_THROWS_AS(SegmentDrain(engine.segment().file(), folder.path / "none" / "a"), TraceError);
}

TEST_CASE("the file of a drained segment is named after it, in the folder that its process notes") {
    CHECK(drainedFileIn({{"session", "s"}, {kTraceFolder, "/out"}}, "/segments/4711-ab.segment") ==
          "/out/4711-ab.trace");
    CHECK(drainedFileIn({{"session", "s"}}, "/segments/4711-ab.segment").empty());
}

TEST_SUITE_END();
