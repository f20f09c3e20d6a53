#pragma once

#include <perf/engine/Engine.hpp>
#include <perf/engine/MetricSources.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <thread>

namespace gantry::perf::samples {

inline EngineOptions inFolder(const std::filesystem::path& folder,
                              std::size_t limit = std::size_t{16} << 20U) {
    EngineOptions options;
    options.segment.folder = folder;
    options.segment.limit = limit;
    return options;
}

/// Something in every store of a segment: threads that ended, groups, parameters, events with and
/// without call paths and with quantiles, misuse, facts. Nothing runs afterwards.
inline void measureSomething(Engine& engine) {
    const TimerId outer = engine.registerTimer("outer", "double (int)", "solver");
    const TimerId inner = engine.registerTimer("inner");
    const EventId event = engine.registerEvent("bytes");
    const EventId contextEvent = engine.registerContextEvent("residual");
    engine.addFact("command", "solve --all");
    const auto work = [&](int calls) {
        for (int i = 0; i < calls; ++i) {
            engine.start(outer);
            engine.start(inner);
            engine.setParameter(inner, "n", i % 3);
            engine.trigger(event, -i);
            engine.trigger(contextEvent, 1.5 * i);
            engine.stop(inner);
            engine.stop(inner);
            engine.stop(outer);
        }
    };
    for (const int calls : {100, 1, 20, 50}) {
        std::thread(work, calls).join();
    }
}

/// The bytes of the engine's segment, to be read as that of a program that is gone.
inline std::string endedBytes(const Engine& engine) {
    std::ifstream file(engine.segment().file(), std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    reinterpret_cast<SegmentHeader*>(bytes.data())->state =
        static_cast<std::uint32_t>(SegmentState::Ended);
    return bytes;
}

/// The bytes of a segment after many short calls of which few were timed; with `running`, during
/// one of them.
inline std::string sampledSegmentBytes(const std::filesystem::path& folder, bool running) {
    EngineOptions options = inFolder(folder, kLeastSegment);
    options.sampling.budget = 0.5;
    options.sampling.exactCalls = 100;
    options.sampling.overhead = ProbeOverhead{{1e6}, {1}, {1}};
    Engine engine(options);
    const TimerId outer = engine.registerTimer("outer");
    const TimerId inner = engine.registerTimer("inner");
    for (int i = 0; i < 20'000; ++i) {
        engine.start(outer);
        engine.start(inner);
        engine.stop(inner);
        engine.stop(outer);
    }
    if (running) {
        engine.start(outer);
    }
    return endedBytes(engine);
}

/// The same after some work of all kinds; with `running`, while two timers ran.
inline std::string segmentBytes(const std::filesystem::path& folder, bool running,
                                bool quantiles = true) {
    EngineOptions options = inFolder(folder);
    options.metrics = {wallClock(), threadCpuClock()};
    options.quantiles = quantiles;
    Engine engine(options);
    measureSomething(engine);
    if (running) {
        const TimerId open = engine.registerTimer("open");
        engine.start(open);
        engine.start(engine.registerTimer("inside"));
    }
    return endedBytes(engine);
}

inline void writeBytes(const std::filesystem::path& path, std::string_view bytes) {
    std::ofstream(path, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace gantry::perf::samples
