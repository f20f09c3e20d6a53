#include <perf/clock/ClockMap.hpp>

#include <doctest/doctest.h>

#include <cmath>

using namespace gantry::perf;

TEST_SUITE_BEGIN("perf.clock.ClockMap");

TEST_CASE("without readings the clock is that of rank 0") {
    const ClockMap map;
    CHECK(map.reference(12345) == 12345);
    CHECK(map.boundNs(12345) == 0);
}

TEST_CASE("times are interpolated between readings and go straight on outside") {
    const ClockMap map({{3000, 10'000, 40}, {1000, 8000, 20}, {5000, 14'000, 40}}, 1, 1);
    CHECK(map.reference(1000) == 8000);
    CHECK(map.reference(2000) == 9000);
    CHECK(map.reference(3000) == 10'000);
    CHECK(map.reference(4000) == 12'000);
    CHECK(map.reference(6000) == 16'000);
    CHECK(map.reference(500) == 7500);
}

TEST_CASE("the bound is that of the readings between them and grows outside") {
    const ClockMap map({{1000, 8000, 20}, {3000, 10'000, 40}}, 1, 1);
    CHECK(map.boundNs(1000) == doctest::Approx(20));
    CHECK(map.boundNs(2000) == doctest::Approx(30));
    CHECK(map.boundNs(5000) == doctest::Approx(20 + 2 * 40));
}

TEST_CASE("with one reading the rate is the given one, and the bound that of an unknown drift") {
    const ClockMap map({{1'000'000, 500, 20}}, 2, 3);
    CHECK(map.reference(1'000'100) == 700);
    CHECK(map.reference(999'900) == 300);
    CHECK(map.boundNs(2'000'000) == doctest::Approx(20 + 1e6 * 3 * 100e-6));
}

TEST_CASE("readings by which a clock stands still or goes backwards are left out") {
    const ClockMap map({{1000, 1000, 1}, {900, 2000, 1}, {1000, 2500, 1}, {3000, 3000, 1}}, 1, 1);
    CHECK(map.leftOut() == 2);
    CHECK(map.reference(2000) == 2000);
}

TEST_CASE("times of a counter that has run for years are exact") {
    const std::uint64_t years = 400'000'000'000'000'000;
    const ClockMap map({{years, 7, 1}, {years + 1'000'000'000'000, 1'000'000'000'007, 1}}, 1, 1);
    CHECK(map.reference(years + 123'456'789'012) == 123'456'789'019);
}

TEST_CASE("a reading comes back from its fact, and nothing else does") {
    const ClockReading reading{18'000'000'000'000'000'000U, 7, 0};
    CHECK(clockReading(clockFact(reading)) == reading);
    CHECK(clockFactKey(3, 1) == "clock.3.1");
    for (const char* const text : {"", "1", "1 2", "1 2 3 4", "1 2 3 ", "-1 2 3", "1  2 3", "a 2 3",
                                   "1 2 99999999999999999999"}) {
        CAPTURE(text);
        CHECK(!clockReading(text).has_value());
    }
}

TEST_SUITE_END();
