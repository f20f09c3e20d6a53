#include <perf/engine/Engine.hpp>
#include <perf/engine/MetricSources.hpp>
#include <perf/trace/Trace.hpp>
#include <perf/trace/TraceDrainer.hpp>
#include <perf/trace/TraceFile.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "Figures.hpp"
#include "Scratch.hpp"

namespace gantry::bench {

namespace {

constexpr double kMostBytes = 4;

using Timers = std::vector<perf::TimerId>;

Timers timersOf(perf::Engine& engine, std::size_t number) {
    Timers timers;
    for (std::size_t i = 0; i < number; ++i) {
        timers.push_back(engine.registerTimer("timer " + std::to_string(i)));
    }
    return timers;
}

void work(std::uint64_t steps) {
    for (std::uint64_t i = 0; i < steps; ++i) {
        keep(i);
    }
}

// Steps of a solver: iterations of a few calls each, and the value each of them comes to.
void solve(perf::Engine& engine, std::size_t records) {
    const Timers timers = timersOf(engine, 5);
    const perf::EventId residual = engine.registerEvent("residual");
    constexpr std::size_t kIterations = 20;
    constexpr std::size_t kRecords = kIterations * 10 + 2;
    for (std::size_t step = 0; step < records / kRecords; ++step) {
        engine.start(timers[0]);
        for (std::size_t i = 0; i < kIterations; ++i) {
            engine.start(timers[1]);
            for (std::size_t part = 2; part < timers.size(); ++part) {
                engine.start(timers[part]);
                work(100 * part + i);
                engine.stop(timers[part]);
            }
            engine.stop(timers[1]);
            engine.trigger(residual, 1.0 / static_cast<double>(1 + i));
        }
        engine.stop(timers[0]);
    }
}

// Any timer inside any other, for any time.
void callAtRandom(perf::Engine& engine, std::size_t records) {
    const Timers timers = timersOf(engine, 100);
    constexpr std::size_t kDepth = 8;
    std::mt19937 random(1);
    Timers open;
    for (std::size_t i = 0; i < records; ++i) {
        if (open.empty() || (open.size() < kDepth && random() % 2 == 0)) {
            open.push_back(timers[random() % timers.size()]);
            engine.start(open.back());
        } else {
            engine.stop(open.back());
            open.pop_back();
        }
        work(random() % 2000);
    }
    for (; !open.empty(); open.pop_back()) {
        engine.stop(open.back());
    }
}

Figure bytesPerRecord(const char* name, const std::function<void(perf::Engine&)>& program) {
    const Scratch scratch;
    const std::filesystem::path file = scratch.folder() / "run.trace";
    {
        perf::EngineOptions options;
        options.trace.mode = perf::TraceMode::Drain;
        perf::Engine engine(std::move(options));
        const perf::TraceDrainer drainer(engine.segment(), file);
        program(engine);
    }
    const perf::Trace trace(perf::readTraceFile(file).chunks);
    return {std::string("trace file, ") + name + ": size per record, of " +
                std::to_string(trace.records()),
            static_cast<double>(std::filesystem::file_size(file)) /
                static_cast<double>(trace.records()),
            "B", kMostBytes};
}

}  // namespace

std::vector<Figure> traceFiles(const Effort& effort) {
    const std::size_t records = effort.of(500'000, 20'000);
    return {bytesPerRecord("loops in loops", [=](perf::Engine& engine) { solve(engine, records); }),
            bytesPerRecord("calls at random",
                           [=](perf::Engine& engine) { callAtRandom(engine, records); })};
}

}  // namespace gantry::bench
