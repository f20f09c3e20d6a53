#pragma once

#include <perf/model/Profile.hpp>

#include <string>
#include <vector>

namespace gantry::tools {

/// What measuring cost, for a call and in all, by the first metric; empty where it is not known.
std::string overheadText(const perf::Profile& profile);

/// Whether what measuring cost was subtracted from the values.
bool isCompensated(const perf::Profile& profile);

/// One sentence for each metric that was asked for and not measured, or not on all threads.
std::vector<std::string> metricWarnings(const perf::Profile& profile);

}  // namespace gantry::tools
