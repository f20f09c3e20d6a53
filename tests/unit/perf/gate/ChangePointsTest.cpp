#include <perf/analysis/gate/ChangePoints.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <stdexcept>

using namespace gantry::perf;

namespace {

std::vector<double> series(std::uint32_t seed, std::size_t size, std::size_t place, double factor) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    std::vector<double> values;
    for (std::size_t i = 0; i < size; ++i) {
        const double spike = random() % 20 == 0 ? 1.3 : 1;
        values.push_back((i < place ? 1 : factor) * spike * std::exp(0.02 * normal(random)));
    }
    return values;
}

}  // namespace

TEST_SUITE_BEGIN("perf.gate.ChangePoints");

TEST_CASE("a series without a change has seldom one") {
    int wrong = 0;
    for (std::uint32_t seed = 1; seed <= 200; ++seed) {
        wrong += changePoints(series(seed, 60, 60, 1)).empty() ? 0 : 1;
    }
    INFO("seeds 1 to 200");
    CHECK(wrong <= 10);
}

TEST_CASE("a change of a tenth is found where it happened") {
    int found = 0;
    for (std::uint32_t seed = 1; seed <= 200; ++seed) {
        for (const ChangePoint& change : changePoints(series(seed, 60, 40, 1.1))) {
            const bool isThere = change.index >= 38 && change.index <= 42;
            found += isThere && std::abs(change.relative - 0.1) < 0.04 ? 1 : 0;
        }
    }
    INFO("seeds 1 to 200");
    CHECK(found >= 190);
}

TEST_CASE("two changes are two, and the levels are those between them") {
    std::vector<double> values(20, 10);
    values.resize(40, 12);
    values.resize(60, 9);
    const std::vector<ChangePoint> changes = changePoints(values);
    REQUIRE(changes.size() == 2);
    CHECK(changes[0].index == 20);
    CHECK(changes[0].relative == doctest::Approx(0.2));
    CHECK(changes[1].index == 40);
    CHECK(changes[1].before == 12);
    CHECK(changes[1].after == 9);
}

TEST_CASE("few and equal values have no change, and a long series is looked at from its end") {
    CHECK(changePoints({}).empty());
    CHECK(changePoints({1, 2, 3}).empty());
    CHECK(changePoints(std::vector<double>(50, 1)).empty());
    std::vector<double> values(500, 1);
    values.resize(600, 2);
    const std::vector<ChangePoint> changes = changePoints(values);
    REQUIRE(changes.size() == 1);
    CHECK(changes[0].index == 500);
}

TEST_CASE("values that are no numbers above 0 are refused") {
    CHECK_THROWS_AS(changePoints({1, 1, 1, 0, 1, 1}), std::invalid_argument);
    CHECK_THROWS_AS(changePoints({1, 1, 1, std::nan(""), 1, 1}), std::invalid_argument);
}

TEST_SUITE_END();
