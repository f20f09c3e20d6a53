#include <perf/model/EventStats.hpp>
#include <perf/model/QuantileSketch.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace gantry::perf;

namespace {

QuantileSketch of(const std::vector<double>& values) {
    QuantileSketch sketch;
    for (const double value : values) {
        sketch.add(value);
    }
    return sketch;
}

double exact(std::vector<double> values, double q) {
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
}

// The largest relative error over many quantiles.
double worstError(const std::vector<double>& values) {
    const QuantileSketch sketch = of(values);
    double worst = 0;
    for (int i = 0; i <= 1000; ++i) {
        const double q = i / 1000.0;
        const double truth = exact(values, q);
        const double error = std::fabs(sketch.quantile(q) - truth);
        worst = std::max(worst, truth == 0 ? error : error / std::fabs(truth));
    }
    return worst;
}

}  // namespace

TEST_SUITE_BEGIN("perf.model.QuantileSketch");

TEST_CASE("a bucket represents each of its numbers to one percent") {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> exponent(-1022, 1023.99);
    double worst = 0;
    for (int i = 0; i < 200'000; ++i) {
        const double value = std::exp2(exponent(random));
        const std::uint32_t index = QuantileBuckets::indexOf(value);
        worst = std::max(worst, std::fabs(QuantileBuckets::valueOf(index) / value - 1));
    }
    CHECK(worst <= QuantileBuckets::kRelativeError * (1 + 1e-9));
    CHECK(worst > 0.0099);
}

TEST_CASE("indices grow with the number, over all numbers there are") {
    std::uint32_t last = 0;
    for (double value = QuantileBuckets::kLeast; std::isfinite(value); value *= 1.003) {
        const std::uint32_t index = QuantileBuckets::indexOf(value);
        REQUIRE(index >= last);
        last = index;
    }
    CHECK(QuantileBuckets::indexOf(std::numeric_limits<double>::max()) ==
          QuantileBuckets::kLastIndex);
    CHECK(std::isfinite(QuantileBuckets::valueOf(QuantileBuckets::kLastIndex)));
    CHECK(QuantileBuckets::valueOf(QuantileBuckets::indexOf(QuantileBuckets::kLeast)) ==
          doctest::Approx(QuantileBuckets::kLeast).epsilon(0.01));
}

TEST_CASE("no values have no quantile but 0") {
    const QuantileSketch sketch;

    CHECK(sketch.count() == 0);
    CHECK(sketch.quantile(0.5) == 0);
    CHECK_FALSE(EventStats{}.quantile(0.5).has_value());
}

TEST_CASE("quantiles of any series are right to one percent") {
    std::mt19937_64 random(7);
    std::vector<double> uniform;
    std::vector<double> wide;
    std::vector<double> bothSigns;
    std::vector<double> same(1000, 42.0);
    std::normal_distribution<double> normal(0, 100);
    std::uniform_real_distribution<double> flat(1, 1000);
    for (int i = 0; i < 20'000; ++i) {
        uniform.push_back(flat(random));
        wide.push_back(std::exp(normal(random) / 20));
        bothSigns.push_back(i % 10 == 0 ? 0.0 : normal(random));
    }

    CHECK(worstError(uniform) <= 0.01 + 1e-9);
    CHECK(worstError(wide) <= 0.01 + 1e-9);
    CHECK(worstError(bothSigns) <= 0.01 + 1e-9);
    CHECK(worstError(same) <= 0.01 + 1e-9);
    CHECK(worstError({-3}) <= 0.01 + 1e-9);
}

TEST_CASE("negative values come before zeros, and zeros before positive ones") {
    const QuantileSketch sketch = of({5, -0.0, -100, 0, -1});

    CHECK(sketch.quantile(0) == doctest::Approx(-100).epsilon(0.01));
    CHECK(sketch.quantile(0.25) == doctest::Approx(-1).epsilon(0.01));
    CHECK(sketch.quantile(0.5) == 0);
    CHECK(sketch.quantile(0.75) == 0);
    CHECK(sketch.quantile(1) == doctest::Approx(5).epsilon(0.01));
    CHECK(sketch.zeros == 2);
    CHECK(sketch.quantile(-1) == sketch.quantile(0));
    CHECK(sketch.quantile(2) == sketch.quantile(1));
}

TEST_CASE("numbers too small for a bucket count as zeros") {
    CHECK(of({std::numeric_limits<double>::denorm_min(), -1e-310}).zeros == 2);
    CHECK(of({QuantileBuckets::kLeast}).zeros == 0);
}

TEST_CASE("merging gives what adding all values gives, in any order") {
    std::mt19937_64 random(3);
    std::normal_distribution<double> normal(10, 50);
    QuantileSketch parts[3];
    QuantileSketch whole;
    for (int i = 0; i < 9999; ++i) {
        const double value = i % 100 == 0 ? 0 : normal(random);
        parts[i % 3].add(value);
        whole.add(value);
    }

    QuantileSketch forwards = parts[0];
    forwards.merge(parts[1]);
    forwards.merge(parts[2]);
    QuantileSketch backwards = parts[2];
    backwards.merge(parts[1]);
    backwards.merge(parts[0]);
    backwards.merge({});

    CHECK(forwards == whole);
    CHECK(backwards == whole);
}

TEST_CASE("what was added since an earlier state is what is left without it") {
    QuantileSketch sketch = of({1, 2, 0, -5});
    const QuantileSketch before = sketch;
    for (const double value : {2.0, 8.0, -5.0}) {
        sketch.add(value);
    }

    sketch.subtract(before);

    CHECK(sketch == of({2, 8, -5}));
    sketch.subtract(of({2, 8, -5}));
    CHECK(sketch == QuantileSketch{});
}

TEST_CASE("memory is bounded: the smallest magnitudes share a bucket, and are counted") {
    QuantileSketch sketch;
    constexpr int kMany = 3000;
    for (int i = 0; i < kMany; ++i) {
        sketch.add(std::pow(1.05, i));
        sketch.add(-std::pow(1.05, i));
    }

    CHECK(sketch.positive.size() == QuantileSketch::kMaxBuckets);
    CHECK(sketch.negative.size() == QuantileSketch::kMaxBuckets);
    CHECK(sketch.count() == 2 * kMany);
    CHECK(sketch.collapsed >= 2 * (kMany - QuantileSketch::kMaxBuckets));
    CHECK(sketch.quantile(1) == doctest::Approx(std::pow(1.05, kMany - 1)).epsilon(0.01));
    CHECK(sketch.quantile(0.9) == doctest::Approx(std::pow(1.05, 0.8 * kMany)).epsilon(0.06));
}

TEST_CASE("merging is bounded too") {
    QuantileSketch low;
    QuantileSketch high;
    for (int i = 0; i < 2000; ++i) {
        low.add(std::pow(1.05, i));
        high.add(std::pow(1.05, i + 2000));
    }

    low.merge(high);

    CHECK(low.positive.size() == QuantileSketch::kMaxBuckets);
    CHECK(low.count() == 4000);
    CHECK(low.collapsed == 4000 - QuantileSketch::kMaxBuckets);
}

TEST_CASE("of few values a quantile is the least that so many do not exceed") {
    QuantileSketch sketch;
    for (const double value : {1.0, 2.0, 3.0, 50.0}) {
        sketch.add(value);
    }

    CHECK(sketch.quantile(0) == doctest::Approx(1).epsilon(0.01));
    CHECK(sketch.quantile(0.25) == doctest::Approx(1).epsilon(0.01));
    CHECK(sketch.quantile(0.5) == doctest::Approx(2).epsilon(0.01));
    CHECK(sketch.quantile(0.75) == doctest::Approx(3).epsilon(0.01));
    CHECK(sketch.quantile(0.76) == doctest::Approx(50).epsilon(0.01));
    CHECK(sketch.quantile(0.99) == doctest::Approx(50).epsilon(0.01));
    CHECK(sketch.quantile(1) == doctest::Approx(50).epsilon(0.01));
}

TEST_CASE("a part that is not exact in binary means the value it names") {
    QuantileSketch sketch;
    for (int i = 1; i <= 10; ++i) {
        sketch.add(i);
    }

    for (int i = 1; i <= 10; ++i) {
        CHECK(sketch.quantile(0.1 * i) == doctest::Approx(i).epsilon(0.01));
    }
}

TEST_CASE("quantiles of an event are never beyond its extremes") {
    EventStats event;
    event.add(100);
    event.quantiles.add(100);

    CHECK(event.quantile(0) == 100);
    CHECK(event.quantile(0.99) == 100);

    EventStats more;
    more.add(300);
    more.quantiles.add(300);
    event.merge(more);
    CHECK(event.count == 2);
    CHECK(event.quantile(1) == doctest::Approx(300).epsilon(0.01));
    event.subtract(more);
    CHECK(event.quantiles.count() == 1);
}

TEST_SUITE_END();
