#pragma once

#include <perf/engine/Engine.hpp>
#include <perf/engine/EngineError.hpp>
#include <perf/segment/RecordStore.hpp>
#include <perf/segment/TraceCopy.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "ScriptedEngine.hpp"

namespace gantry::perf::samples {

inline EngineOptions traced(TraceMode mode, std::size_t ringBytes) {
    EngineOptions options;
    options.trace = {mode, ringBytes};
    return options;
}

/// A traced engine that measures one clock set by the test.
class TracedEngine final {
public:
    explicit TracedEngine(TraceMode mode, std::size_t ringBytes = std::size_t{1} << 16U,
                          std::uint32_t maxDepth = 1024)
        : engine(options(clock, mode, ringBytes, maxDepth)) {}

    /// The moment from which the next calls are made.
    Engine& at(std::uint64_t time) {
        clock->set(time);
        return engine;
    }

    std::shared_ptr<ScriptedMetric> clock = std::make_shared<ScriptedMetric>();
    Engine engine;

private:
    static EngineOptions options(std::shared_ptr<MetricSource> clock, TraceMode mode,
                                 std::size_t ringBytes, std::uint32_t maxDepth) {
        EngineOptions options = traced(mode, ringBytes);
        options.metrics = {std::move(clock)};
        options.maxDepth = maxDepth;
        options.maxTimers = 1U << 12U;
        options.maxEvents = 1U << 8U;
        return options;
    }
};

inline ThreadRecord& threadRecord(Engine& engine, std::uint32_t thread) {
    const RecordStore threads(engine.segment(), engine.segment().table(Table::Threads),
                              sizeof(ThreadRecord), 8);
    return *static_cast<ThreadRecord*>(threads.at(thread));
}

/// What is in the ring of a thread now.
inline TraceCopy traceOf(Engine& engine, std::uint32_t thread) {
    return copyTrace(bytesOf(engine.segment()), threadRecord(engine, thread));
}

inline TraceRing& ringOf(Engine& engine, std::uint32_t thread) {
    return *reinterpret_cast<TraceRing*>(engine.segment().at(static_cast<std::uint32_t>(
        checksummedCount::numberIn(threadRecord(engine, thread).trace))));
}

inline TraceRecord* recordsOf(Engine& engine, std::uint32_t thread) {
    return reinterpret_cast<TraceRecord*>(engine.segment().at(ringOf(engine, thread).records));
}

}  // namespace gantry::perf::samples
