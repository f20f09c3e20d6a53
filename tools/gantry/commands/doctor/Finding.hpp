#pragma once

#include <string>
#include <vector>

namespace gantry::tools {

/// One fact `gantry doctor` reports.
struct Finding {
    std::string subject;
    /// What was found.
    std::string fact;
    /// How to get what is missing; empty where nothing is.
    std::string remedy;
};

/// The clocks and every other metric: where it comes from and what a reading costs, or why it
/// cannot be measured here.
std::vector<Finding> metricFindings();

}  // namespace gantry::tools
