#pragma once

#include <string>
#include <vector>

namespace gantry::tools {

/// One fact `gantry doctor` tells.
struct Finding {
    std::string subject;
    /// What was found.
    std::string fact;
    /// How to get what is missing; empty where nothing is.
    std::string remedy;
};

/// Counters through PAPI: its version, what it can count here, and why not more.
std::vector<Finding> counterFindings();

}  // namespace gantry::tools
