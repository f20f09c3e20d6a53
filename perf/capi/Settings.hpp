#pragma once

#include <perf/engine/EngineOptions.hpp>
#include <perf/engine/MetricPlugin.hpp>
#include <perf/model/Selection.hpp>
#include <perf/model/Throttle.hpp>

#include <string>
#include <vector>

namespace gantry::capi {

/// What the environment says about measuring this process: docs/guide/your-own-program.md.
struct Settings {
    perf::EngineOptions engine;
    std::vector<perf::MetricRefusal> refused;  ///< metrics that this machine cannot measure
    bool keepSegment = false;                  ///< leave the segment's file behind at the end
    bool threads = true;                       ///< time the threads of the program
    std::string session;                       ///< empty where none is named
    perf::Selection selection;                 ///< what of it is measured; all for an empty one
    perf::ThrottleRule throttle;               ///< which timers are given up; none for an empty one
    std::string traceFolder;  ///< where who runs this drains the trace to; empty: nobody does
    std::string problem;      ///< what was wrong and ignored, in sentences; else empty
};

/// Whether the environment asks for measuring. Never in a program that runs with more rights than
/// who started it.
bool isMeasuringAsked() noexcept;

/// Reads the environment. What is wrong there is reported in `problem`, and the default taken.
/// Throws std::bad_alloc.
Settings readSettings();

}  // namespace gantry::capi
