#pragma once

#include <perf/engine/MetricSource.hpp>
#include <perf/model/ProbeOverhead.hpp>
#include <perf/segment/Segment.hpp>
#include <perf/segment/TraceOptions.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gantry::perf {

/// For which calls the clock is read. With a budget, a timer whose calls are short goes on counting
/// each of them and following the call path, but reads the clock for one of N only, N a power of
/// two that follows from the budget. Its values are then estimates, with a bound of their error. It
/// takes one metric and no trace: else every call is timed. So are those of timers that the
/// selection includes by a rule, and of timers with parameters.
struct SamplingOptions {
    /// The part of the measured time that measuring may take, at most 0.5; 0: time every call.
    double budget = 0;
    /// Calls of a call path that are timed before any is not, so that short runs are exact.
    std::uint32_t exactCalls = 1000;
    /// Whether most calls that are counted only are counted by their callers (CountedPlace), so
    /// that the cost of this is what is subtracted.
    bool countedByCallers = false;
    /// What calls are taken to cost, in the metric's unit; absent: measured, in some 50 us.
    std::optional<ProbeOverhead> overhead{};
    /// By how much these may be off for each call, in the metric's unit, where they are given.
    double overheadError = 0;
    /// Of the random choice of calls; 0: another one in each run.
    std::uint64_t seed = 0;
};

/// How an engine is made. The defaults measure real time only, at the cost of the clock.
///
/// The constructor checks all of them and names the one that is out of range. From 1: maxDepth (to
/// 2^24), maxTimers and maxEvents (to 2^30). MeasurementSettings.hpp has the same choices by the
/// names that users know.
struct EngineOptions {
    /// What to measure; empty means wallClock() alone. See MetricSources.hpp.
    std::vector<std::shared_ptr<MetricSource>> metrics;
    /// Timers running inside each other on one thread; calls deeper than this, and their time, are
    /// those of one node "(other)" below the deepest path that is recorded.
    std::uint32_t maxDepth = 1024;
    /// Timers, phases and parameter values together; further ones are one timer, "(other)". Takes
    /// address space at once, memory as used.
    std::uint32_t maxTimers = 1U << 20U;
    /// Events. As maxTimers.
    std::uint32_t maxEvents = 1U << 16U;
    /// How many calls of each phase on each thread are instances with values of their own (see
    /// Engine::startPhase); later ones are one instance together. 0: no call is.
    std::uint32_t phaseInstances = 100;
    /// Whether events keep quantiles: some 10 ns for each value, and 0.5 KiB per thread for each
    /// factor of 3.5 between magnitudes, at most 17 KiB.
    bool quantiles = true;
    /// Where the records stand: memory of the process, up to 64 MiB, unless it names a folder.
    SegmentOptions segment{};
    /// Whether each start, stop and event is also kept one by one. The rings are in the segment.
    TraceOptions trace{};
    /// Whether calls may be counted without being timed.
    SamplingOptions sampling{};
    /// Patterns (see Pattern.hpp) of names or full names of timers and phases of which the duration
    /// of each call is also a value of the event "duration of FULL NAME [UNIT]", in the unit of the
    /// first metric: so that spread and quantiles are known. All their calls are timed, and cost
    /// some 20 ns more; those of other timers cost what they do without.
    std::vector<std::string> spread{};
};

/// The event that has the duration of each call of a timer that EngineOptions::spread names.
/// fullName: as fullName() of TimerInfo.hpp has it.
std::string durationEvent(const std::string& fullName, const std::string& unit);

}  // namespace gantry::perf
