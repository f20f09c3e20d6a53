#pragma once

#include <perf/model/Profile.hpp>

#include <string>
#include <vector>

namespace gantry::tools {

/// Measurement overhead, for a call and in all, by the first metric; empty where it is not known.
std::string overheadText(const perf::Profile& profile);

/// Whether the measurement overhead was subtracted from the values.
bool isCompensated(const perf::Profile& profile);

/// One sentence for each metric that was asked for and not measured, or not on all threads.
std::vector<std::string> metricWarnings(const perf::Profile& profile);

}  // namespace gantry::tools
