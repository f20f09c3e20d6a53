#include <perf/analysis/compare/RankTest.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

using namespace gantry::perf;

namespace {

std::vector<double> normalValues(std::mt19937& random, std::size_t count, double shift) {
    std::normal_distribution<double> normal(shift);
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i) {
        values.push_back(normal(random));
    }
    return values;
}

}  // namespace

TEST_SUITE_BEGIN("perf.compare.RankTest");

TEST_CASE("a median is the middle value or between the two in the middle") {
    CHECK(median({3, 1, 2}) == 2);
    CHECK(median({4, 1, 2, 3}) == 2.5);
    CHECK(median({7}) == 7);
}

TEST_CASE("the exact test gives the probabilities of the tables") {
    CHECK(rankTest({1, 2, 3}, {4, 5, 6}) == doctest::Approx(0.1));
    CHECK(rankTest({1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}) == doctest::Approx(2.0 / 252));
    CHECK(rankTest({1, 2, 3, 4, 6}, {5, 7, 8, 9, 10}) == doctest::Approx(4.0 / 252));
    CHECK(rankTest({10, 9, 8}, {1, 2, 3}) == doctest::Approx(0.1));
    CHECK(rankTest({1, 4}, {2, 3}) == doctest::Approx(1));
}

TEST_CASE("values that are all equal do not differ") {
    CHECK(rankTest({5, 5, 5, 5}, {5, 5, 5, 5}) == 1);
}

TEST_CASE("ties do not make p smaller than it can be") {
    CHECK(rankTest({1, 1, 1}, {2, 2, 2}) >= smallestP(3, 3));
    CHECK(rankTest(std::vector<double>(10, 1), std::vector<double>(10, 2)) < 0.001);
}

TEST_CASE("the test holds its level, exact and by the normal distribution") {
    const std::uint32_t seed = 7;
    INFO("seed ", seed);
    std::mt19937 random(seed);
    for (const std::size_t size : {std::size_t{8}, std::size_t{30}}) {
        int wrong = 0;
        for (int trial = 0; trial < 2000; ++trial) {
            const double p = rankTest(normalValues(random, size, 0), normalValues(random, size, 0));
            wrong += p < 0.05 ? 1 : 0;
        }
        CHECK(wrong > 50);
        CHECK(wrong < 150);
    }
}

TEST_CASE("the interval of a shift holds the truth as often as it says") {
    const std::uint32_t seed = 8;
    INFO("seed ", seed);
    std::mt19937 random(seed);
    int held = 0;
    constexpr int kTrials = 2000;
    for (int trial = 0; trial < kTrials; ++trial) {
        const Shift shift =
            shiftBetween(normalValues(random, 10, 0), normalValues(random, 12, 1.5), 0.95);
        CHECK(shift.low <= shift.value);
        CHECK(shift.value <= shift.high);
        held += shift.low <= 1.5 && 1.5 <= shift.high ? 1 : 0;
    }
    CHECK(held >= 0.94 * kTrials);
    CHECK(held <= 0.975 * kTrials);
}

TEST_CASE("an interval is infinite where the samples are too small for it") {
    const Shift shift = shiftBetween({1}, {3}, 0.95);
    CHECK(shift.value == 2);
    CHECK(std::isinf(shift.low));
    CHECK(std::isinf(shift.high));
}

TEST_CASE("the runs that a probability needs") {
    CHECK(smallestP(5, 5) == doctest::Approx(2.0 / 252));
    CHECK(smallestP(1, 20) == doctest::Approx(2.0 / 21));
    CHECK(runsForP(0.01) == 5);
    CHECK(runsForP(1e-4) == 9);
}

TEST_CASE("discoveries are corrected for their number") {
    CHECK(discoveries({0.04}, 0.05) == std::vector<bool>{true});
    CHECK(discoveries({0.04, 0.9, 0.8, 0.7}, 0.05) == std::vector<bool>(4, false));
    CHECK(discoveries({0.01, 0.9, 0.02, 0.03}, 0.05) == std::vector<bool>{true, false, true, true});
    CHECK(discoveries({}, 0.05).empty());
}

TEST_CASE("what is not a finite number is refused, and so is nothing") {
    const double nan = std::nan("");
    CHECK_THROWS_AS(median({}), std::invalid_argument);
    CHECK_THROWS_AS(median({1, nan}), std::invalid_argument);
    CHECK_THROWS_AS(rankTest({1, 2}, {nan}), std::invalid_argument);
    CHECK_THROWS_AS(shiftBetween({1, std::numeric_limits<double>::infinity()}, {1}, 0.95),
                    std::invalid_argument);
}

TEST_SUITE_END();
