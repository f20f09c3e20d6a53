#include <perf/model/Metric.hpp>

#include <doctest/doctest.h>

#include <utility>

using namespace gantry::perf;

TEST_SUITE_BEGIN("perf.model.Metric");

TEST_CASE("values of all metrics that are possible are kept, copied and added") {
    MetricValues values;
    MetricValues sum{1, 1};
    for (std::size_t m = 0; m < kMaxMetrics; ++m) {
        values[m] = static_cast<std::int64_t>(m + 1);
    }

    const MetricValues copy = values;
    sum += copy;
    sum -= MetricValues{0, 1};

    for (std::size_t m = 0; m < kMaxMetrics; ++m) {
        CHECK(copy[m] == static_cast<std::int64_t>(m + 1));
        CHECK(sum[m] == static_cast<std::int64_t>(m + 1) + (m == 0 ? 1 : 0));
    }
    values[kMaxMetrics - 1] = 0;
    CHECK(copy[kMaxMetrics - 1] == kMaxMetrics);
    CHECK(copy != values);
    const MetricValues moved = std::move(values);
    CHECK(moved[4] == 5);
}

TEST_CASE("values that were never set are 0, and equal to those set to 0") {
    MetricValues zeros;
    for (std::size_t m = 0; m < kMaxMetrics; ++m) {
        zeros[m] = 0;
    }
    const MetricValues none;

    CHECK(none[kMaxMetrics - 1] == 0);
    CHECK(none == zeros);
    CHECK(none == MetricValues{0, 0, 0, 0, 0});
    CHECK(none != MetricValues{0, 0, 0, 0, 1});
}

TEST_CASE("a profile of few metrics takes no more memory than four numbers each") {
    CHECK(sizeof(MetricValues) <= 4 * sizeof(std::int64_t));
}

TEST_SUITE_END();
