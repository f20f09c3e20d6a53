#include <perf/analysis/TraceRows.hpp>
#include <perf/trace/RingChunks.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <vector>

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

TEST_CASE("a selection has the rows of its times and names, and of these the last ones") {
    TracedEngine traced(TraceMode::Latest, 64 * sizeof(TraceRecord));
    const TimerId solve = traced.engine.registerTimer("solve");
    const TimerId read = traced.engine.registerTimer("read");
    for (std::uint64_t i = 0; i < 5; ++i) {
        traced.at(1000 + 100 * i).start(solve);
        traced.at(1010 + 100 * i).start(read);
        traced.at(1020 + 100 * i).stop(read);
        traced.at(1030 + 100 * i).stop(solve);
    }
    const Trace trace(chunksOf(bytesOf(traced.engine.segment())));
    const auto timesOf = [&trace](const TraceSelection& selection) {
        std::vector<std::int64_t> times;
        forEachRow(trace, selection, [&times](const TraceRow& row) { times.push_back(row.time); });
        return times;
    };
    TraceSelection selection;
    selection.timer = "sol*";
    const std::vector<std::int64_t> all = timesOf(selection);
    REQUIRE(all.size() == 10);
    selection.from = all[2];
    selection.to = all[7];
    CHECK(timesOf(selection) == std::vector<std::int64_t>(all.begin() + 2, all.begin() + 8));
    selection.last = 2;
    CHECK(timesOf(selection) == std::vector<std::int64_t>{all[6], all[7]});
    selection.last = 0;
    CHECK(timesOf(selection).empty());
    selection = {};
    selection.thread = 99;
    CHECK(timesOf(selection).empty());
    selection = {};
    selection.timer = "nothing";
    CHECK(timesOf(selection).empty());
}

TEST_SUITE_END();
