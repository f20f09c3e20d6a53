#pragma once

#include <perf/engine/MetricSource.hpp>
#include <perf/segment/Segment.hpp>
#include <perf/segment/TraceOptions.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace gantry::perf {

/// How an engine is made. The defaults measure real time only, at the cost of the clock.
struct EngineOptions {
    /// What to measure; empty means wallClock() alone. See MetricSources.hpp.
    std::vector<std::shared_ptr<MetricSource>> metrics;
    /// Timers running inside each other on one thread; calls deeper than this are counted, not
    /// recorded.
    std::uint32_t maxDepth = 1024;
    /// Timers, phases and parameter values together. Takes address space at once, memory as used.
    std::uint32_t maxTimers = 1U << 20U;
    /// Events. As maxTimers.
    std::uint32_t maxEvents = 1U << 16U;
    /// Whether events keep quantiles: some 10 ns for each value, and 0.5 KiB per thread for each
    /// factor of 3.5 between magnitudes, at most 17 KiB.
    bool quantiles = true;
    /// Where the records stand: memory of the process, up to 64 MiB, unless it names a folder.
    SegmentOptions segment{};
    /// Whether each start, stop and event is also kept one by one. The rings stand in the segment.
    TraceOptions trace{};
};

}  // namespace gantry::perf
