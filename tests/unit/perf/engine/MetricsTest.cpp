#include <perf/engine/Engine.hpp>
#include <perf/engine/EngineError.hpp>

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "ScriptedEngine.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

TEST_SUITE_BEGIN("perf.engine.Metrics");

namespace {

using Sources = std::vector<std::shared_ptr<MetricSource>>;

std::vector<std::shared_ptr<ScriptedMetric>> scripted(std::size_t number) {
    std::vector<std::shared_ptr<ScriptedMetric>> metrics;
    for (std::size_t m = 0; m < number; ++m) {
        metrics.push_back(std::make_shared<ScriptedMetric>("m" + std::to_string(m), "count"));
    }
    return metrics;
}

}  // namespace

TEST_CASE("as many metrics as are possible are measured at once, in all readers") {
    const auto metrics = scripted(kMaxMetrics);
    Engine engine{EngineOptions{.metrics = Sources(metrics.begin(), metrics.end())}};
    const TimerId outer = engine.registerTimer("outer");
    const TimerId inner = engine.registerTimer("inner");

    engine.start(outer);
    for (std::size_t m = 0; m < kMaxMetrics; ++m) {
        metrics[m]->set(m + 1);
    }
    engine.start(inner);
    for (std::size_t m = 0; m < kMaxMetrics; ++m) {
        metrics[m]->advance(100 * m);
    }
    engine.stop(inner);
    engine.stop(outer);

    const TimerRecord record = find(flat(engine.snapshot()), "outer");
    const TimerValues values = engine.valuesOf("outer");
    for (std::size_t m = 0; m < kMaxMetrics; ++m) {
        const auto number = static_cast<std::int64_t>(m);
        CHECK(record.inclusive[m] == 101 * number + 1);
        CHECK(record.exclusive[m] == number + 1);
        CHECK(values.inclusive[m] == 101 * number + 1);
        CHECK(values.exclusive[m] == number + 1);
    }
    CHECK_THROWS_AS(Engine(EngineOptions{.metrics = Sources(kMaxMetrics + 1, metrics[0])}),
                    EngineError);
}

TEST_CASE("metrics can be added until the first start") {
    const auto metrics = scripted(4);
    Engine engine{EngineOptions{.metrics = {metrics[0]}}};
    const TimerId timer = engine.registerTimer("t");
    (void)engine.snapshot();

    engine.addMetrics({metrics[1], metrics[2]});
    engine.start(timer);
    metrics[0]->set(5);
    metrics[2]->set(7);
    engine.stop(timer);

    CHECK(engine.metrics().size() == 3);
    CHECK(engine.snapshot().metrics.size() == 3);
    CHECK(find(flat(engine.snapshot()), "t").inclusive == MetricValues{5, 0, 7});
    CHECK_THROWS_WITH_AS(engine.addMetrics({metrics[3]}),
                         "metrics can no longer be added, because a timer was started, an event "
                         "triggered or a call recorded; add them before that",
                         EngineError);
    CHECK(engine.metrics().size() == 3);
}

TEST_CASE("a metric is not added twice, and the clock may come later than others") {
    const auto metrics = scripted(1);
    Engine engine{EngineOptions{.metrics = {metrics[0]}}};

    CHECK_THROWS_AS(engine.addMetrics({metrics[0]}), EngineError);
    CHECK(engine.snapshot().metrics.size() == 1);
    auto wall = std::make_shared<ScriptedMetric>();
    engine.addMetrics({wall});
    wall->set(1000);
    CHECK(engine.snapshot().timeNs == 1000);
}

TEST_SUITE_END();
