#include <perf/model/Flat.hpp>
#include <perf/timeline/TimelineOfTraces.hpp>
#include <perf/trace/RingChunks.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "TimelineSamples.hpp"
#include "TracedEngine.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

std::uint32_t seed() {
    const char* const given = std::getenv("GANTRY_SEED");
    return given != nullptr ? static_cast<std::uint32_t>(std::strtoul(given, nullptr, 10))
                            : std::random_device{}();
}

using Ticks = std::array<std::uint64_t, kActivities>;

struct Open {
    std::uint32_t name;
    std::uint32_t activity;
    std::uint64_t start;
};

// What a row was between two ticks, looked at tick by change of it.
Ticks plainShares(const Timeline& timeline, const PlainRow& row, std::uint64_t from,
                  std::uint64_t to) {
    Ticks sums{};
    std::vector<Open> open;
    std::uint64_t now = from;
    const auto passTo = [&](std::uint64_t ticks) {
        if (ticks > now) {
            sums[open.empty() ? 0 : open.back().activity] += std::min(ticks, to) - now;
            now = std::min(ticks, to);
        }
    };
    for (const PlainRow::Step& step : row.steps) {
        if (now < to) {
            passTo(step.ticks);
        }
        if (step.isStop) {
            open.pop_back();
        } else {
            const auto& activity = timeline.names()[step.name].activity;
            open.push_back({step.name,
                            activity       ? static_cast<std::uint32_t>(*activity)
                            : open.empty() ? 1
                                           : open.back().activity,
                            step.ticks});
        }
    }
    open.clear();
    passTo(to);
    return sums;
}

std::vector<TimelineCall> plainCalls(const Timeline& timeline, const PlainRow& row,
                                     std::uint32_t number) {
    std::vector<TimelineCall> calls;
    std::vector<std::size_t> open;
    for (const PlainRow::Step& step : row.steps) {
        if (step.isStop) {
            calls[open.back()].end = row.clock.ns(step.ticks);
            calls[open.back()].isOpen = false;
            open.pop_back();
            continue;
        }
        TimelineCall call;
        call.row = number;
        call.name = step.name;
        call.depth = static_cast<std::uint32_t>(open.size());
        const auto& activity = timeline.names()[step.name].activity;
        call.activity = activity       ? *activity
                        : open.empty() ? Activity::Busy
                                       : calls[open.back()].activity;
        call.start = row.clock.ns(step.ticks);
        call.end = row.clock.ns(row.steps.back().ticks);
        call.isOpen = true;
        open.push_back(calls.size());
        calls.push_back(call);
    }
    return calls;
}

TimelineWindow randomWindow(const Timeline& timeline, std::mt19937& random) {
    const TimelineWindow all = timeline.extent();
    const auto width = static_cast<std::uint64_t>(all.to - all.from) + 200;
    const std::int64_t a = all.from - 100 + static_cast<std::int64_t>(random() % width);
    const std::int64_t b = a + static_cast<std::int64_t>(random() % (random() % 2 ? 300 : width));
    return {a, b};
}

}  // namespace

TEST_SUITE("perf.timeline.TimelineRandom") {
    TEST_CASE("shares of any window are those that counting gives, and add up") {
        const std::uint32_t first = seed();
        std::mt19937 random(first);
        INFO("repeat with GANTRY_SEED=", first);
        for (int round = 0; round < 30; ++round) {
            const RandomTimeline sample(random, 1 + random() % 4, 2000);
            const Timeline& timeline = sample.timeline();
            timeline.verify();
            for (int i = 0; i < 10; ++i) {
                const TimelineWindow window = randomWindow(timeline, random);
                const auto columns = static_cast<std::uint32_t>(1 + random() % 60);
                const TimelineShares shares = timeline.shares(window, columns, timeline.allRows());
                for (std::size_t row = 0; row < sample.rows().size(); ++row) {
                    const TimelineClock& clock = sample.rows()[row].clock;
                    Ticks sums{};
                    for (std::uint32_t column = 0; column < columns; ++column) {
                        const auto width = static_cast<std::int64_t>(window.to - window.from);
                        const std::int64_t from = window.from + width * column / columns;
                        const std::int64_t to = window.from + width * (column + 1) / columns;
                        const TimelineColumn& cell = shares.cells[row * columns + column];
                        REQUIRE(cell.ticks == plainShares(timeline, sample.rows()[row],
                                                          clock.ticks(from), clock.ticks(to)));
                        for (std::size_t k = 0; k < kActivities; ++k) {
                            sums[k] += cell.ticks[k];
                        }
                    }
                    REQUIRE(sums == plainShares(timeline, sample.rows()[row],
                                                clock.ticks(window.from), clock.ticks(window.to)));
                }
            }
        }
        MESSAGE("seed ", first);
    }

    TEST_CASE("calls, stacks and searches are those that a plain list gives") {
        const std::uint32_t first = seed();
        std::mt19937 random(first);
        INFO("repeat with GANTRY_SEED=", first);
        for (int round = 0; round < 20; ++round) {
            const RandomTimeline sample(random, 1 + random() % 3, 1500);
            const Timeline& timeline = sample.timeline();
            std::vector<std::vector<TimelineCall>> plain;
            for (std::uint32_t row = 0; row < sample.rows().size(); ++row) {
                plain.push_back(plainCalls(timeline, sample.rows()[row], row));
            }
            for (int i = 0; i < 10; ++i) {
                const TimelineWindow window = randomWindow(timeline, random);
                // All pages together.
                std::vector<TimelineCall> found;
                TimelineCursor cursor;
                const std::size_t limit = 1 + random() % 700;
                for (bool more = true; more;) {
                    const auto page = timeline.calls(window, timeline.allRows(), limit, cursor);
                    found.insert(found.end(), page.entries.begin(), page.entries.end());
                    more = page.next.has_value();
                    cursor = page.next.value_or(cursor);
                }
                std::vector<TimelineCall> expected;
                std::vector<TimelineCall> matching;
                TimelineSearch search;
                search.window = window;
                search.rows = timeline.allRows();
                search.names = timeline.namesLike("f?", random() % 2 ? "A" : "");
                search.least = static_cast<std::int64_t>(random() % 500);
                search.limit = std::numeric_limits<std::size_t>::max();
                for (const auto& row : plain) {
                    for (const TimelineCall& call : row) {
                        if (call.start < window.to && window.from < window.to &&
                            (call.start >= window.from || call.end > window.from)) {
                            expected.push_back(call);
                        }
                        if (call.start >= window.from && call.start < window.to &&
                            search.names[call.name] && call.end - call.start >= search.least) {
                            matching.push_back(call);
                        }
                    }
                }
                REQUIRE(found == expected);
                REQUIRE(timeline.search(search).entries == matching);
                const auto row = static_cast<std::uint32_t>(random() % plain.size());
                std::vector<TimelineCall> stack;
                for (const TimelineCall& call : plain[row]) {
                    if (call.start <= window.from && call.end > window.from) {
                        stack.push_back(call);
                    }
                }
                REQUIRE(timeline.stackAt(row, window.from) == stack);
            }
        }
        MESSAGE("seed ", first);
    }

    TEST_CASE("the columns of any division of a run add up to the profile of it") {
        const std::uint32_t first = seed();
        std::mt19937 random(first);
        INFO("repeat with GANTRY_SEED=", first);
        TracedEngine traced(TraceMode::Latest, std::size_t{1} << 20U);
        std::vector<TimerId> timers;
        for (const char* name : {"compute", "MPI_Recv", "MPI_Send", "inner"}) {
            timers.push_back(traced.engine.registerTimer(name, "", "all"));
        }
        std::uint64_t now = 1000;
        std::vector<TimerId> open;
        for (int i = 0; i < 5000; ++i) {
            now += random() % 50;
            if (!open.empty() && random() % 100 < 20 + 8 * open.size()) {
                traced.at(now).stop(open.back());
                open.pop_back();
            } else {
                open.push_back(timers[random() % timers.size()]);
                traced.at(now).start(open.back());
            }
        }
        for (; !open.empty(); open.pop_back()) {
            traced.at(now += 7).stop(open.back());
        }
        const auto activity = [](const std::string& name) -> std::optional<Activity> {
            return name == "MPI_Recv"   ? Activity::Idle
                   : name == "MPI_Send" ? Activity::Overhead
                                        : Activity::Busy;
        };
        TimelineBuilder builder;
        TimelineOfTraces(builder, activity)
            .add(Trace(chunksOf(bytesOf(traced.engine.segment()))), -1);
        const Timeline timeline(builder.image());

        Ticks profile{};
        for (const TimerRecord& record : flat(traced.engine.snapshot())) {
            profile[static_cast<std::size_t>(*activity(record.info.name))] +=
                static_cast<std::uint64_t>(record.exclusive[0]);
        }
        for (int i = 0; i < 50; ++i) {
            const TimelineWindow all = timeline.extent();
            const auto columns = static_cast<std::uint32_t>(1 + random() % 2000);
            Ticks sums{};
            for (const TimelineColumn& cell :
                 timeline.shares({all.from, all.to - 1}, columns, timeline.allRows()).cells) {
                for (std::size_t k = 0; k < kActivities; ++k) {
                    sums[k] += cell.ticks[k];
                }
            }
            // The profile does not have the time between its calls.
            for (std::size_t k = 1; k < kActivities; ++k) {
                REQUIRE(sums[k] == profile[k]);
            }
        }
        MESSAGE("seed ", first);
    }
}
