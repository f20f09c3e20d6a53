#pragma once

#include <perf/engine/MetricPlugins.hpp>
#include <perf/engine/MetricSource.hpp>

#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

namespace gantry::perf {

/// Real time in ns, named "wall". Reads the processor's time-stamp counter where processor and
/// kernel both trust it, and CLOCK_MONOTONIC elsewhere; metric().source says which, and why. Takes
/// about 0.4 ms to calibrate the counter, and compares it once more when it has run for a second.
/// Never throws for lack of a counter. Each call makes a clock of its own, which calibrates itself.
std::shared_ptr<MetricSource> wallClock();

/// Real time in ns from CLOCK_MONOTONIC, named "wall".
std::shared_ptr<MetricSource> monotonicClock();

/// CPU time of the calling thread in ns, named "cpu". Costs a system call per reading, 25 to 50
/// times as much as the time-stamp counter. A reader can ask for that of another thread, and from
/// another process.
std::shared_ptr<MetricSource> threadCpuClock();

/// What became of a list of names.
struct ChosenMetrics {
    std::vector<std::shared_ptr<MetricSource>> sources;  ///< in the order of the list; never empty
    std::vector<MetricRefusal> refused;  ///< known, but not to be measured on this machine
};

/// Sources by name, separated by commas, as in "wall,page-faults,perf::TASK-CLOCK". "wall" and
/// "cpu" are part of the engine; for any other name the shared objects with metrics in those
/// folders are loaded and asked. What a shared object says this machine cannot measure is refused
/// by name, and the rest is taken; the wall clock where nothing is left.
///
/// Throws EngineError for an empty list, a repeated name, more than kMaxMetrics, a name that
/// nothing here answers for, and a shared object that fails.
///
/// Libraries are loaded only where a name other than "wall" and "cpu" is in the list. Of several
/// that answer for a name, the one with the longest fitting pattern is asked first, and the next
/// one where it refuses. All names of one library are opened as one group.
ChosenMetrics chooseMetrics(std::string_view names,
                            const std::vector<std::filesystem::path>& folders = metricFolders());

/// The same, and a refusal is an EngineError too.
std::vector<std::shared_ptr<MetricSource>> metricsByName(std::string_view names);

}  // namespace gantry::perf
