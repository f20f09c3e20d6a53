#pragma once

#include <perf/engine/MetricSource.hpp>

#include <memory>
#include <string_view>
#include <vector>

namespace gantry::perf {

/// Real time in ns, named "wall". Reads the processor's time-stamp counter where processor and
/// kernel both trust it, and CLOCK_MONOTONIC elsewhere; metric().source says which, and why. Takes
/// about 0.4 ms to calibrate the counter, and compares it once more when it has run for a second.
/// Never throws for lack of a counter.
std::shared_ptr<MetricSource> wallClock();

/// Real time in ns from CLOCK_MONOTONIC, named "wall".
std::shared_ptr<MetricSource> monotonicClock();

/// CPU time of the calling thread in ns, named "cpu". Costs a system call per reading, 25 to 50
/// times as much as the time-stamp counter.
std::shared_ptr<MetricSource> threadCpuClock();

/// Sources by name, separated by commas, as in "wall,cpu". Throws EngineError for an empty list, an
/// unknown or repeated name, or more than kMaxMetrics.
std::vector<std::shared_ptr<MetricSource>> metricsByName(std::string_view names);

}  // namespace gantry::perf
