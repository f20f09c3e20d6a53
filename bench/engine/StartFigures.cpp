#include <perf/engine/Engine.hpp>

#include <cstddef>
#include <latch>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "ChildFigures.hpp"
#include "Figures.hpp"
#include "Samples.hpp"
#include "Scratch.hpp"

namespace gantry::bench {

namespace {

// In a process that has done nothing of the kind before.
std::vector<Figure> oneStart(const Effort& /*effort*/) {
    const Scratch scratch;
    perf::EngineOptions options;
    options.segment.folder = scratch.folder();
    std::unique_ptr<perf::Engine> engine;
    const double start =
        millisecondsOf([&] { engine = std::make_unique<perf::Engine>(std::move(options)); });
    if (engine->segment().file().empty()) {
        throw std::runtime_error(engine->segment().note());
    }
    const double pair = millisecondsOf([&] {
        const perf::TimerId timer = engine->registerTimer("timer");
        engine->start(timer);
        engine->stop(timer);
    });
    return {{"start", start, "ms"}, {"first pair", pair, "ms"}};
}

}  // namespace

std::vector<Figure> startUp(const Effort& effort) {
    std::vector<double> starts;
    std::vector<double> pairs;
    for (std::size_t i = 0; i < effort.of(200, 3); ++i) {
        const std::vector<Figure> one = figuresOfChild({"start-up", oneStart}, effort);
        starts.push_back(one[0].value);
        pairs.push_back(one[1].value);
    }
    return {{"start-up of the engine with a segment file, p50", quantileOf(starts, 0.5), "ms", 1},
            {"start-up of the engine with a segment file, p90", quantileOf(starts, 0.9), "ms"},
            {"first timer, thread and pair, p50", quantileOf(pairs, 0.5), "ms"}};
}

std::vector<Figure> memoryPerTimer(const Effort& /*effort*/) {
    constexpr std::size_t kThreads = 16;
    constexpr std::size_t kTimers = 1000;
    perf::Engine engine;
    std::vector<perf::TimerId> timers;
    for (std::size_t i = 0; i < kTimers; ++i) {
        timers.push_back(engine.registerTimer("timer " + std::to_string(i)));
    }
    const auto callAll = [&] {
        for (const perf::TimerId timer : timers) {
            engine.start(timer);
            engine.stop(timer);
        }
    };
    callAll();
    std::latch ready(kThreads);
    std::latch go(1);
    std::latch called(kThreads);
    std::latch end(1);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < kThreads; ++i) {
        threads.emplace_back([&] {
            ready.count_down();
            go.wait();
            callAll();
            called.count_down();
            end.wait();
        });
    }
    ready.wait();
    const double before = residentBytes();
    const auto used = static_cast<double>(engine.segment().header().usedBytes);
    go.count_down();
    called.wait();
    const double after = residentBytes();
    const auto usedAfter = static_cast<double>(engine.segment().header().usedBytes);
    end.count_down();
    for (std::thread& thread : threads) {
        thread.join();
    }
    constexpr double kEach = kThreads * kTimers;
    return {{"memory per timer in a further thread (16 x 1000, resident)", (after - before) / kEach,
             "B", 96},
            {"of that in the segment", (usedAfter - used) / kEach, "B"}};
}

}  // namespace gantry::bench
