#include <server/live/StatePace.hpp>

#include <doctest/doctest.h>

#include <chrono>

using namespace std::chrono_literals;
using gantry::server::StatePace;

namespace {

constexpr StatePace::Time kBegin{1h};
constexpr double kTenASecond = 10;

StatePace read(StatePace::Duration took) {
    StatePace pace;
    pace.read(kBegin, kBegin + took);
    return pace;
}

}  // namespace

TEST_SUITE_BEGIN("server.live.StatePace");

TEST_CASE("the first state is due at once") {
    CHECK(StatePace().isDue(kBegin, kTenASecond, 100ms));
    CHECK(StatePace().pause(kBegin, kTenASecond, 100ms, 100ms) == 0ms);
}

TEST_CASE("the time to read a state does not add to the time between two") {
    const StatePace pace = read(30ms);
    CHECK(pace.pause(kBegin + 30ms, kTenASecond, 20ms, 1s) == 69ms);
    CHECK_FALSE(pace.isDue(kBegin + 98ms, kTenASecond, 20ms));
    CHECK(pace.isDue(kBegin + 99ms, kTenASecond, 20ms));
}

TEST_CASE("states are not read more often than the interval of the server allows") {
    const StatePace pace = read(1ms);
    CHECK(pace.pause(kBegin + 1ms, kTenASecond, 250ms, 1s) == 249ms);
}

TEST_CASE("reading takes at most half of the time") {
    const StatePace pace = read(80ms);
    CHECK(pace.pause(kBegin + 80ms, kTenASecond, 20ms, 1s) == 80ms);
    CHECK_FALSE(pace.isDue(kBegin + 159ms, kTenASecond, 20ms));
}

TEST_CASE("a pause is bounded, as the rate may become a higher one") {
    CHECK(read(1ms).pause(kBegin + 1ms, 0.1, 20ms, 100ms) == 100ms);
}

TEST_SUITE_END();
