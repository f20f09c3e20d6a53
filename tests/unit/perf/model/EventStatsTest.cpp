#include <perf/model/EventStats.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

using namespace gantry::perf;

namespace {

Moments of(const std::vector<double>& values) {
    Moments moments;
    for (const double value : values) {
        moments.add(value);
    }
    return moments;
}

}  // namespace

TEST_SUITE_BEGIN("perf.model.EventStats");

TEST_CASE("no values have only zeros") {
    const Moments moments;

    CHECK(moments.count == 0);
    CHECK(moments.sum() == 0.0);
    CHECK(moments.standardDeviation() == 0.0);
}

TEST_CASE("one value is minimum, maximum and mean, without deviation") {
    const Moments moments = of({-3.5});

    CHECK(moments.min == -3.5);
    CHECK(moments.max == -3.5);
    CHECK(moments.mean == -3.5);
    CHECK(moments.sumSquares == 12.25);
    CHECK(moments.standardDeviation() == 0.0);
}

TEST_CASE("the figures of a small series are exact") {
    const Moments moments = of({2, 4, 4, 4, 5, 5, 7, 9});

    CHECK(moments.count == 8);
    CHECK(moments.min == 2);
    CHECK(moments.max == 9);
    CHECK(moments.mean == doctest::Approx(5));
    CHECK(moments.sum() == doctest::Approx(40));
    CHECK(moments.sumSquares == doctest::Approx(232));
    CHECK(moments.standardDeviation() == doctest::Approx(2));
}

TEST_CASE("a large common offset does not spoil the deviation") {
    const Moments moments = of({1e12 + 1, 1e12 + 2, 1e12 + 3});

    CHECK(moments.standardDeviation() == doctest::Approx(std::sqrt(2.0 / 3.0)).epsilon(1e-6));
}

TEST_CASE("merging two series gives the figures of the whole") {
    const std::uint32_t seed = std::random_device{}();
    INFO("seed ", seed);
    std::mt19937 random(seed);
    std::normal_distribution<double> value(100, 15);
    Moments first;
    Moments second;
    Moments whole;
    for (int i = 0; i < 1000; ++i) {
        const double x = value(random);
        (i % 3 == 0 ? first : second).add(x);
        whole.add(x);
    }

    first.merge(second);

    CHECK(first.count == whole.count);
    CHECK(first.min == whole.min);
    CHECK(first.max == whole.max);
    CHECK(first.mean == doctest::Approx(whole.mean));
    CHECK(first.standardDeviation() == doctest::Approx(whole.standardDeviation()));
    CHECK(first.sumSquares == doctest::Approx(whole.sumSquares));
}

TEST_CASE("merging with an empty series changes nothing") {
    const Moments series = of({1, 2});
    Moments left = series;
    Moments right;

    left.merge({});
    right.merge(series);

    CHECK(left == series);
    CHECK(right == series);
}

TEST_CASE("taking the beginning away leaves mean and deviation of the rest") {
    Moments whole = of({1, 2, 3, 10, 12, 14});
    const Moments rest = of({10, 12, 14});

    whole.subtract(of({1, 2, 3}));

    CHECK(whole.count == 3);
    CHECK(whole.mean == doctest::Approx(rest.mean));
    CHECK(whole.standardDeviation() == doctest::Approx(rest.standardDeviation()));
    CHECK(whole.sumSquares == doctest::Approx(rest.sumSquares));
}

TEST_CASE("taking everything away leaves nothing") {
    Moments whole = of({1, 2});

    whole.subtract(of({1, 2}));

    CHECK(whole == Moments{});
}

TEST_CASE("the path is shown behind the name") {
    EventStats event;
    event.name = "bytes";
    CHECK(displayName(event) == "bytes");

    event.path = "main => foo";

    CHECK(displayName(event) == "bytes : main => foo");
}

TEST_SUITE_END();
