#pragma once

#include <perf/segment/SegmentFile.hpp>

#include <optional>
#include <string>
#include <vector>

namespace gantry::perf {

/// The segments of all processes that were started together, by rank: those with the session of a
/// process, of which `word` is the number, or of those that this process has started, such as
/// mpirun; without a word, of the only run that is being measured. Throws NotMeasuredError where
/// the process has none, and std::runtime_error where which run is meant is not clear.
std::vector<SegmentInfo> processesOfRun(const std::optional<std::string>& word);

}  // namespace gantry::perf
