#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "ContextTable.hpp"
#include "forecast.hpp"
#include "thompson_capped/CappedThompsonPolicy.hpp"

using strategies::CappedThompsonPolicy;
using strategies::ContextTable;
using strategies::forecast;
using tuning::Forecast;

namespace {

constexpr std::int64_t kCalls = 100;

tuning::Learned learned(int context, const std::string& candidate, double cost) {
    tuning::Learned known;
    known.context = "context " + std::to_string(context);
    known.featureNames = sidl::array<std::string>(std::vector<std::string>{"n"});
    known.features = sidl::array<double>(std::vector<double>{0.1 * context});
    known.candidate = candidate;
    known.componentVersion = "1";
    known.calls = cost > 0 ? 10 : 0;
    known.cost = cost;
    known.failures = cost > 0 ? 0 : 1;
    return known;
}

/// A table of two candidates and so many contexts; costs(i) gives both costs, 0: it fails.
template <class Costs>
ContextTable tableOf(int contexts, const Costs& costs) {
    ContextTable table;
    table.begin({{"initial", "1", true, true, false}, {"other", "1", true, true, false}});
    std::vector<tuning::Learned> all;
    for (int i = 0; i < contexts; ++i) {
        const auto [initial, other] = costs(i);
        all.push_back(learned(i, "initial", initial));
        all.push_back(learned(i, "other", other));
    }
    table.restore(all);
    return table;
}

struct Costs {
    double initial;
    double other;
};

Forecast forecastOf(const ContextTable& table, std::int64_t calls = kCalls) {
    return forecast(table, CappedThompsonPolicy({}), calls);
}

}  // namespace

TEST_SUITE("optimizer.strategies.Forecast") {
    TEST_CASE("where the initial candidate is far slower, tuning pays within few calls") {
        const Forecast far = forecastOf(tableOf(40, [](int) { return Costs{1, 0.01}; }));
        CHECK(far.contexts == 40);
        CHECK(far.calls == kCalls);
        CHECK(far.paying == 1);
        CHECK(far.late <= 3);
        CHECK(far.early >= 1);
        CHECK(far.ratioHigh < 0.05);
    }

    TEST_CASE("where the initial candidate is the best, tuning never pays, and costs little") {
        const Forecast never = forecastOf(tableOf(40, [](int) { return Costs{0.01, 1}; }));
        CHECK(never.paying == 0);
        CHECK(std::isinf(never.early));
        CHECK(never.ratioLow >= 1);
        CHECK(never.ratioHigh < 1.1);
    }

    TEST_CASE("a smaller gain pays later") {
        const Forecast near = forecastOf(tableOf(40, [](int i) {
            // The features do not show which one is faster.
            return i % 2 == 0 ? Costs{1, 3} : Costs{1, 0.5};
        }));
        CHECK(near.paying > 0.3);
        CHECK(near.paying < 0.7);
        CHECK(near.early > 1);
        CHECK(near.early < 20);
        CHECK(std::isinf(near.late));
        CHECK(near.ratioLow < near.ratioHigh);
    }

    TEST_CASE("more calls pay in no fewer contexts") {
        const ContextTable table = tableOf(40, [](int i) {
            return i % 3 == 0 ? Costs{1, 3} : Costs{1, 0.9};
        });
        const Forecast one = forecastOf(table, 1);
        CHECK(one.paying <= forecastOf(table, 2000).paying);
        CHECK(forecastOf(table, 2000).paying > 0);
    }

    TEST_CASE("contexts in which the initial candidate failed are left out") {
        const Forecast some = forecastOf(tableOf(40, [](int i) {
            return Costs{i < 10 ? 0.0 : 1.0, 0.1};
        }));
        CHECK(some.contexts == 30);
    }

    TEST_CASE("a candidate that always fails brings no gain, and ends no forecast") {
        const Forecast failing = forecastOf(tableOf(40, [](int) { return Costs{1, 0}; }));
        CHECK(failing.contexts == 40);
        CHECK(failing.paying == 0);
        CHECK(failing.ratioHigh < 1.2);
    }

    TEST_CASE("without contexts there is no forecast") {
        CHECK(forecastOf(tableOf(0, [](int) { return Costs{1, 1}; })).contexts == 0);
    }

    TEST_CASE("few contexts, from which no cost model follows, are played as well") {
        const Forecast few = forecastOf(tableOf(3, [](int) { return Costs{1, 0.01}; }));
        CHECK(few.contexts == 3);
        CHECK(few.paying == 1);
    }

    TEST_CASE("what is learned in the run does not change it") {
        ContextTable table = tableOf(40, [](int i) { return Costs{1, i % 2 == 0 ? 0.2 : 2}; });
        const Forecast before = forecastOf(table);
        const std::int32_t entered = table.enter("new", {{"n", 1}});
        for (int call = 0; call < 50; ++call) {
            table.find(entered)->tick();
            table.find(entered)->complete(1, 100, {});
        }
        const Forecast after = forecastOf(table);
        CHECK(after.paying == before.paying);
        CHECK(after.middle == before.middle);
        CHECK(after.ratioMiddle == before.ratioMiddle);
    }
}
