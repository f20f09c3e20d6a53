#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "TestFolder.hpp"
#include "TimelineSamples.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

// main 0-100 with solve 10-60, wait 30-50 inside of it, and solve again 70-80.
std::vector<std::byte> smallImage() {
    TimelineBuilder builder;
    const std::uint32_t main = builder.name({"main", {}, {}, {}, {}});
    const std::uint32_t solve = builder.name({"solve", "Solver", {}, {}, {}});
    const std::uint32_t wait = builder.name({"MPI_Wait", {}, {}, {}, Activity::Idle});
    const std::uint32_t bytes = builder.name({"bytes", {}, {}, OperationKind::Counter, {}});
    TimelineRow row;
    row.rank = 3;
    row.label = "worker";
    builder.beginRow(row);
    builder.start(0, main);
    builder.start(10, solve);
    builder.event(20, bytes, 4.0);
    builder.start(30, wait);
    builder.stop(50, wait);
    builder.event(55, bytes, 8.0);
    builder.stop(60, solve);
    builder.start(70, solve);
    builder.stop(80, solve);
    builder.stop(100, main);
    builder.addMessage({0, 3, 40, 90, 7, 100, 0});
    builder.addMessage({3, 0, 5, 15, 7, 50, 0});
    return builder.image(42);
}

}  // namespace

TEST_SUITE("perf.timeline.TimelineBuilder") {
    TEST_CASE("rows, names and the extent are kept") {
        const Timeline timeline(smallImage());

        REQUIRE(timeline.rows().size() == 1);
        CHECK(timeline.rows()[0].rank == 3);
        CHECK(timeline.rows()[0].label == "worker");
        CHECK(timeline.rows()[0].records == 8);
        CHECK(timeline.rows()[0].events == 2);
        CHECK(timeline.names().size() == 5);
        CHECK(timeline.names()[2].component == "Solver");
        CHECK(timeline.extent().from == 0);
        CHECK(timeline.extent().to == 101);
        CHECK(timeline.source() == 42);
        timeline.verify();
    }

    TEST_CASE("a column has exact shares and the name of its longest stretch") {
        const Timeline timeline(smallImage());

        const TimelineShares shares = timeline.shares({0, 100}, 2, {0});

        CHECK(shares.cells[0].ticks == std::array<std::uint64_t, 4>{0, 30, 20, 0});
        CHECK(shares.cells[1].ticks == std::array<std::uint64_t, 4>{0, 50, 0, 0});
        CHECK(timeline.names()[shares.cells[0].name].text == "solve");
        CHECK(timeline.names()[shares.cells[1].name].text == "main");
        CHECK(shares.cells[0].records == 3);
        CHECK(shares.cells[1].records == 4);
    }

    TEST_CASE("the calls around a moment come outermost first") {
        const Timeline timeline(smallImage());

        const auto stack = timeline.stackAt(0, 40);

        REQUIRE(stack.size() == 3);
        CHECK(timeline.names()[stack[0].name].text == "main");
        CHECK(timeline.names()[stack[2].name].text == "MPI_Wait");
        CHECK(stack[1].start == 10);
        CHECK(stack[1].end == 60);
        CHECK(timeline.stackAt(0, 100).empty());
        CHECK(timeline.stackAt(0, -1).empty());
    }

    TEST_CASE("the next and the previous call of a row are found") {
        const Timeline timeline(smallImage());

        CHECK(timeline.next(0, 10)->start == 30);
        CHECK(timeline.next(0, 9)->start == 10);
        CHECK(!timeline.next(0, 70));
        CHECK(timeline.previous(0, 70)->start == 30);
        CHECK(timeline.previous(0, 71)->start == 70);
        CHECK(!timeline.previous(0, 0));
    }

    TEST_CASE("events have their values, and counters what is in each column") {
        const Timeline timeline(smallImage());

        const auto page = timeline.events({0, 100}, {0}, 1);
        REQUIRE(page.entries.size() == 1);
        REQUIRE(page.next);
        CHECK(timeline.events({0, 100}, {0}, 9, *page.next).entries.at(0).value == 8.0);
        const auto counters = timeline.counters(page.entries[0].name, {0, 100}, 2, {0});
        CHECK(counters[0].count == 1);
        CHECK(counters[1].most == 8.0);
        CHECK(timeline.counters(page.entries[0].name, {0, 100}, 1, {0})[0].mean == 6.0);
    }

    TEST_CASE("messages under way in a window are found, and their number and bytes") {
        const Timeline timeline(smallImage());

        CHECK(timeline.messages({50, 60}, 10).entries.size() == 1);
        CHECK(timeline.messages({15, 40}, 10).entries.empty());
        CHECK(timeline.messages({0, 100}, 1).next);
        const auto traffic = timeline.traffic({0, 100}, 2);
        CHECK(traffic[0].most == 1);
        CHECK(traffic[0].mostBytes == 100);
        CHECK(traffic[0].mean == doctest::Approx(20.0 / 50));
        CHECK(traffic[1].meanBytes == doctest::Approx(40 * 100 / 50.0));
        CHECK(timeline.traffic({0, 100}, 1, 0)[0].mostBytes == 50);
    }

    TEST_CASE("activities over rows") {
        const Timeline timeline(smallImage());

        CHECK(timeline.utilisation({0, 100}, 1, {0})[0][2] == doctest::Approx(0.2));
        const auto idle = timeline.concurrency(Activity::Idle, {0, 200}, {0});
        CHECK(idle == std::vector<std::int64_t>{180, 20});
        const auto outside = timeline.concurrency(Activity::Outside, {-10, 200}, {0});
        CHECK(outside == std::vector<std::int64_t>{100, 110});
    }

    TEST_CASE("the longest stretch of an activity goes on through calls of the same activity") {
        const Timeline timeline(smallImage());

        const auto all = timeline.longest({-10, 200}, {0}).at(0);
        CHECK(all[0] == TimelineStretch{100, 200});
        CHECK(all[1] == TimelineStretch{50, 100});
        CHECK(all[2] == TimelineStretch{30, 50});
        CHECK(all[3] == TimelineStretch{});
        CHECK(timeline.longest({40, 90}, {0}).at(0)[1] == TimelineStretch{50, 90});
        CHECK(timeline.longest({35, 45}, {0}).at(0)[2] == TimelineStretch{35, 45});
    }

    TEST_CASE("with names, what runs in other calls interrupts a stretch") {
        const Timeline timeline(smallImage());

        const auto solve = timeline.longest({0, 100}, {0}, timeline.namesLike("solve", "")).at(0);
        CHECK(solve[1] == TimelineStretch{10, 30});
        CHECK(solve[0] == TimelineStretch{30, 50});
        CHECK(solve[2] == TimelineStretch{});
    }

    TEST_CASE("calls are counted in classes of durations, those that begin in the window alone") {
        const Timeline timeline(smallImage());
        TimelineSearch wanted;
        wanted.window = {0, 100};
        wanted.rows = {0};
        wanted.limit = 1;

        // solve again 10, wait 20, solve 50, main 100.
        CHECK(timeline.durations(wanted) ==
              std::vector<TimelineDurations>{
                  {10, 20, 1, 10}, {20, 50, 1, 20}, {50, 100, 1, 50}, {100, 200, 1, 100}});
        wanted.window = {5, 100};
        wanted.names = timeline.namesLike("solve", "");
        CHECK(timeline.durations(wanted) ==
              std::vector<TimelineDurations>{{10, 20, 1, 10}, {20, 50, 0, 0}, {50, 100, 1, 50}});
        wanted.window = {90, 100};
        CHECK(timeline.durations(wanted).empty());
    }

    TEST_CASE("stops without a start are counted, and what is lost ends what runs") {
        TimelineBuilder builder;
        const std::uint32_t f = builder.name({"f", {}, {}, {}, {}});
        const std::uint32_t g = builder.name({"g", {}, {}, {}, {}});
        builder.beginRow({});
        builder.stop(1, f);
        builder.start(2, f);
        builder.stop(3, g);
        builder.lost(5, 10);
        builder.start(9, g);
        // Time that goes back stands still.
        builder.stop(4, g);
        const Timeline timeline(builder.image());

        CHECK(timeline.rows()[0].unmatched == 2);
        CHECK(timeline.rows()[0].lost == 10);
        CHECK(timeline.shares({0, 10}, 1, {0}).cells[0].ticks[1] == 3);
        CHECK(timeline.next(0, 5)->end == 9);
        timeline.verify();
    }

    TEST_CASE("a search finds calls whose duration in ns is more than their ticks") {
        for (const std::uint64_t unitsPerTick :
             {std::uint64_t{3} << 31U, std::uint64_t{1} << 31U, std::uint64_t{7} << 30U}) {
            CAPTURE(unitsPerTick);
            TimelineBuilder builder;
            TimelineRow row;
            row.clock = {0, unitsPerTick, 0};
            builder.beginRow(row);
            const std::uint32_t f = builder.name({"f", {}, {}, {}, {}});
            for (std::uint64_t start = 1; start < 600; start += 3) {
                builder.start(start, f);
                builder.stop(start + 1, f);
            }
            const Timeline timeline(builder.image());
            const auto all = timeline.calls(timeline.extent(), {0}, 1000).entries;
            for (const std::int64_t least : {1, 2, 3}) {
                TimelineSearch search;
                search.window = timeline.extent();
                search.rows = {0};
                search.least = least;
                search.limit = 1000;
                const auto wanted = std::count_if(all.begin(), all.end(), [&](const auto& call) {
                    return call.end - call.start >= least;
                });
                CHECK(timeline.search(search).entries.size() == static_cast<std::size_t>(wanted));
            }
        }
    }

    TEST_CASE("columns begin at whole ns, also far from 0") {
        constexpr std::int64_t kFar = (std::int64_t{1} << 60U) + 1;
        CHECK(columnBegin({kFar, kFar + 10}, 10, 0) == kFar);
        CHECK(columnBegin({kFar, kFar + 10}, 10, 7) == kFar + 7);
        CHECK(columnBegin({kFar, kFar + 10}, 10, 10) == kFar + 10);
        CHECK(columnBegin({-kFar, kFar}, 2, 1) == 0);
    }

    TEST_CASE("a clock that jumps, back or far ahead, breaks neither order nor sums") {
        TimelineBuilder builder;
        const std::uint32_t f = builder.name({"f", {}, {}, {}, {}});
        builder.beginRow({});
        constexpr std::uint64_t kAhead = std::uint64_t{1} << 60U;
        for (const std::uint64_t time :
             {std::uint64_t{500}, std::uint64_t{3}, kAhead, kAhead - 7}) {
            builder.start(time, f);
            builder.event(time, f, 1.0);
            builder.stop(time + 1, f);
        }
        const Timeline timeline(builder.image());

        timeline.verify();
        const TimelineWindow all = timeline.extent();
        CHECK(all.from == 500);
        const auto cells = timeline.shares(all, 7, {0}).cells;
        std::uint64_t ticks = 0;
        for (const TimelineColumn& cell : cells) {
            ticks += cell.ticks[0] + cell.ticks[1];
        }
        CHECK(ticks == static_cast<std::uint64_t>(all.to - all.from));
        CHECK(timeline.events(all, {0}, 10).entries.size() == 4);
    }

    TEST_CASE("a million names, of any bytes, are kept") {
        TimelineBuilder builder;
        builder.beginRow({});
        for (std::uint32_t i = 0; i < 1'000'000; ++i) {
            const std::uint32_t name =
                builder.name({"\xff\xfe " + std::to_string(i), {}, {}, {}, {}});
            builder.start(i, name);
            builder.stop(i, name);
        }
        const Timeline timeline(builder.image());

        CHECK(timeline.names().size() == 1'000'001);
        CHECK(timeline.names().back().text == "\xff\xfe 999999");
        CHECK(timeline.shares(timeline.extent(), 1, {0}).cells[0].records == 2'000'000);
    }

    TEST_CASE("calls deeper than the format can tell are left out") {
        TimelineBuilder builder;
        const std::uint32_t f = builder.name({"f", {}, {}, {}, {}});
        builder.beginRow({});
        for (std::uint64_t i = 0; i < 70'000; ++i) {
            builder.start(i, f);
        }
        for (std::uint64_t i = 0; i < 70'000; ++i) {
            builder.stop(70'000 + i, f);
        }
        const Timeline timeline(builder.image());

        CHECK(timeline.rows()[0].records == 2 * 65'535);
        CHECK(timeline.rows()[0].unmatched == 0);
        CHECK(timeline.stackAt(0, 70'000).size() == 65'535);
        timeline.verify();
    }

    TEST_CASE("a timeline without rows or records answers") {
        TimelineBuilder empty;
        const Timeline none(empty.image());
        CHECK(none.shares({0, 10}, 3, {}).cells.empty());
        CHECK(none.concurrency(Activity::Busy, {0, 10}, {}) == std::vector<std::int64_t>{10});
        TimelineBuilder builder;
        builder.beginRow({});
        const Timeline one(builder.image());

        CHECK(one.shares({0, 10}, 1, {0}).cells[0].ticks[0] == 10);
        CHECK(one.stackAt(0, 0).empty());
        CHECK(!one.next(0, 0));
        CHECK(!one.previous(0, 0));
        CHECK(one.calls({0, 10}, {0}, 5).entries.empty());
        CHECK_THROWS_AS((void)one.stackAt(1, 0), std::out_of_range);
        one.verify();
    }

    TEST_CASE("a file is mapped and answers as the memory did") {
        const TestFolder folder;
        TimelineBuilder builder;
        builder.beginRow({});
        builder.start(1, builder.name({"f", {}, {}, {}, {}}));
        builder.write(folder.path / "a.timeline", 5);

        const Timeline timeline = Timeline::map(folder.path / "a.timeline");

        CHECK(timeline.source() == 5);
        CHECK(timeline.records() == 1);
        CHECK(timeline.bytes() == std::filesystem::file_size(folder.path / "a.timeline"));
        CHECK_THROWS_AS((void)Timeline::map(folder.path / "none"), TimelineError);
        CHECK_THROWS_AS((void)Timeline::map(folder.path), TimelineError);
        TimelineBuilder other;
        CHECK_THROWS_AS(other.write(folder.path / "no" / "folder"), TimelineError);
    }

    TEST_CASE("moments before and far from the clock keep their order") {
        const TimelineClock clock{1000, std::uint64_t{3} << 31U, -5};  // 1.5 ns for a tick

        CHECK(clock.ns(1000) == -5);
        CHECK(clock.ns(1001) == -4);
        CHECK(clock.ns(999) == -7);
        for (std::int64_t ns = -100; ns < 100; ++ns) {
            const std::uint64_t ticks = clock.ticks(ns);
            CHECK(clock.ns(ticks) >= ns);
            CHECK(clock.ns(ticks - 1) < ns);
        }
        CHECK(clock.ticks(std::numeric_limits<std::int64_t>::min() / 4) == 0);
        CHECK(clock.ns(~std::uint64_t{0}) > 0);
    }
}
