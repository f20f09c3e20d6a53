#include <perf/clock/LogicalClock.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

using namespace gantry::perf;

namespace {

using Node = LogicalClock::Node;

}  // namespace

TEST_SUITE_BEGIN("perf.clock.LogicalClock");

TEST_CASE("what is in order stays as it is") {
    LogicalClock clock(10);
    const Node a = clock.addTimeline({100, 200});
    const Node b = clock.addTimeline({150, 250});
    clock.order(a, b);
    clock.order(b + 1, a);  // 250 -> 100: cannot be, and forms no circle yet
    const auto result = LogicalClock(clock).run();
    CHECK(result.violationsBefore == 1);
    LogicalClock fine(10);
    const Node c = fine.addTimeline({100, 200});
    const Node d = fine.addTimeline({110, 250});
    fine.order(c, d);
    const auto untouched = fine.run();
    CHECK(untouched.times == std::vector<std::int64_t>{100, 200, 110, 250});
    CHECK(untouched.moved == 0);
    CHECK(untouched.violationsBefore == 0);
    CHECK(untouched.intervals == 2);
}

TEST_CASE("an effect moves behind its cause, what follows comes back by 1 %, what was before too") {
    LogicalClock clock(10);
    const Node a = clock.addTimeline({5000});
    const Node b = clock.addTimeline({0, 1000, 4000, 4500, 14'500, 114'500});
    clock.order(a, b + 2);
    const auto result = clock.run();
    CHECK(result.violationsBefore == 1);
    CHECK(result.violationsAfter == 0);
    CHECK(result.times[0] == 5000);
    CHECK(result.times[3] == 5010);  // from 4000
    CHECK(result.times[4] == 5505);  // 500 later became 495
    CHECK(result.times[5] == 15'405);
    CHECK(result.times[6] == 114'500);
    CHECK(result.times[2] == 1980);  // 3000 before became 3030
    CHECK(result.times[1] == 970);
    CHECK(result.largestShiftNs == 1010);
    CHECK(result.moved == 5);
    CHECK(result.stretched == 0);
}

TEST_CASE("a cause does not follow behind its own effect") {
    LogicalClock clock(10);
    const Node a = clock.addTimeline({5000});
    const Node b = clock.addTimeline({3900, 4000});
    const Node c = clock.addTimeline({3920});
    clock.order(a, b + 1);
    clock.order(b, c);
    const auto result = clock.run();
    CHECK(result.times == std::vector<std::int64_t>{5000, 3910, 5010, 3920});
    CHECK(result.stretched == 1);
}

TEST_CASE("all leave a barrier after the last has entered it") {
    LogicalClock clock(10);
    const Node hub = clock.addHub();
    std::vector<Node> ranks;
    for (const std::int64_t enter : {100, 900, 300}) {
        ranks.push_back(clock.addTimeline({enter, enter + 50}));
        clock.order(ranks.back(), hub);
        clock.order(hub, ranks.back() + 1);
    }
    const auto result = clock.run();
    CHECK(result.violationsBefore == 2);
    CHECK(result.violationsAfter == 0);
    for (const Node rank : ranks) {
        CHECK(result.times[rank + 1] >= 910);
    }
}

TEST_CASE("a clock that goes backwards stands still instead") {
    LogicalClock clock(0);
    clock.addTimeline({100, 90, 80, 200});
    CHECK(clock.run().times == std::vector<std::int64_t>{100, 100, 100, 200});
}

TEST_CASE("orders that form a circle are left out, counted, and the rest holds") {
    LogicalClock clock(1);
    const Node a = clock.addTimeline({10, 20, 30});
    const Node b = clock.addTimeline({10, 20, 30});
    clock.order(a + 1, b);
    clock.order(b + 1, a);
    clock.order(a + 2, b + 2);
    const auto result = clock.run();
    CHECK(result.contradictions == 1);
    CHECK(result.violationsAfter <= 1);
    CHECK(result.times[b + 2] > result.times[a + 2]);
    CHECK(std::is_sorted(result.times.begin(), result.times.begin() + 3));
    CHECK(std::is_sorted(result.times.begin() + 3, result.times.end()));
}

TEST_CASE("nothing, and a clock without orders, are fine") {
    CHECK(LogicalClock(5).run().times.empty());
    LogicalClock clock(5);
    clock.addTimeline({});
    clock.addTimeline({1, 2});
    clock.addHub();
    CHECK(clock.run().moved == 0);
}

TEST_CASE("a million random messages and barriers of wrong clocks end without a violation") {
    constexpr std::size_t kRanks = 8;
    constexpr std::int64_t kLatency = 300;
    constexpr int kMessages = 1'000'000;
    constexpr std::uint32_t kSeed = 4711;
    CAPTURE(kSeed);
    std::mt19937 random(kSeed);
    // The right times first: sends, receives, barriers; then each rank's clock is off by up to 5
    // us.
    std::vector<std::vector<std::int64_t>> times(kRanks);
    struct Place {
        std::size_t rank;
        std::size_t at;
    };
    std::vector<std::pair<Place, Place>> messages;
    std::vector<std::vector<Place>> barriers;
    std::vector<std::int64_t> now(kRanks, 0);
    const auto step = [&](std::size_t rank, std::int64_t earliest) {
        std::exponential_distribution<> pause(1.0 / 2000);
        now[rank] = std::max(now[rank] + 1 + static_cast<std::int64_t>(pause(random)), earliest);
        times[rank].push_back(now[rank]);
        return Place{rank, times[rank].size() - 1};
    };
    for (int i = 0; i < kMessages; ++i) {
        const std::size_t from = random() % kRanks;
        const std::size_t to = (from + 1 + random() % (kRanks - 1)) % kRanks;
        const Place sent = step(from, 0);
        messages.emplace_back(sent, step(to, now[from] + kLatency));
        if (i % 1000 == 0) {
            std::vector<Place> places;
            for (std::size_t rank = 0; rank < kRanks; ++rank) {
                places.push_back(step(rank, 0));
            }
            const std::int64_t last = *std::max_element(now.begin(), now.end());
            for (std::size_t rank = 0; rank < kRanks; ++rank) {
                (void)step(rank, last + kLatency);
            }
            barriers.push_back(std::move(places));
        }
    }
    LogicalClock clock(kLatency);
    std::vector<Node> firsts;
    for (std::size_t rank = 0; rank < kRanks; ++rank) {
        std::vector<std::int64_t> wrong;
        for (const std::int64_t time : times[rank]) {
            // Between -5 and 5 us, and some ppm.
            wrong.push_back(time + static_cast<std::int64_t>(rank) * 1250 - 5000 +
                            time / 1'000'000 * static_cast<std::int64_t>(rank));
        }
        firsts.push_back(clock.addTimeline(wrong));
    }
    const auto nodeOf = [&](const Place& place) {
        return static_cast<Node>(firsts[place.rank] + place.at);
    };
    for (const auto& [from, to] : messages) {
        clock.order(nodeOf(from), nodeOf(to));
    }
    for (const auto& places : barriers) {
        const Node hub = clock.addHub();
        for (const Place& place : places) {
            clock.order(nodeOf(place), hub);
            clock.order(hub, nodeOf(place) + 1);
        }
    }
    const auto result = clock.run();
    MESSAGE(result.violationsBefore, " violations before, ", result.moved,
            " events moved, most by ", result.largestShiftNs, " ns, ", result.stretched, " of ",
            result.intervals, " intervals changed by more than 1 %");
    CHECK(result.violationsBefore > 1000);
    CHECK(result.violationsAfter == 0);
    CHECK(result.contradictions == 0);
    for (const auto& [from, to] : messages) {
        if (result.times[nodeOf(from)] + kLatency > result.times[nodeOf(to)]) {
            FAIL("a message arrives before it was sent");
        }
    }
    for (std::size_t rank = 0; rank < kRanks; ++rank) {
        const auto begin = result.times.begin() + firsts[rank];
        CHECK(std::is_sorted(begin, begin + static_cast<std::ptrdiff_t>(times[rank].size())));
    }
}

TEST_SUITE_END();
