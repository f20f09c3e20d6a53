#include <perf/analysis/TraceRows.hpp>
#include <perf/trace/RingChunks.hpp>

#include <doctest/doctest.h>

#include <optional>

#include "TracedEngine.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

TEST_SUITE_BEGIN("perf.analysis.TraceRows");

TEST_CASE("a ring that begins with the value of an overwritten event begins with the next record") {
    constexpr std::size_t kRecords = 64;
    for (int calls = 0; calls < 2; ++calls) {
        CAPTURE(calls);
        TracedEngine traced(TraceMode::Latest, kRecords * sizeof(TraceRecord));
        const EventId event = traced.engine.registerEvent("residual");
        const TimerId timer = traced.engine.registerTimer("t");
        for (std::uint64_t i = 0; i < 2 * kRecords; ++i) {
            traced.at(1000 + i).trigger(event, 1e300);
        }
        // Moves the end of the ring from between two events into the middle of one.
        for (int i = 0; i < calls; ++i) {
            traced.at(5000).start(timer);
        }
        const Trace trace(chunksOf(bytesOf(traced.engine.segment())));
        TraceRows rows(trace, std::nullopt);
        int numRows = 0;
        for (TraceRow row; rows.next(row); ++numRows) {
            CHECK(row.kind != TraceKind::Value);
            CHECK(row.time >= 0);
            CHECK(row.time <= 5000);
        }
        CHECK(numRows >= 20);
    }
}

TEST_SUITE_END();
