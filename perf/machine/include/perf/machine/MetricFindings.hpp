#pragma once

#include <string>
#include <vector>

namespace gantry::perf {

/// One fact about a machine. A plain value.
struct MachineFinding {
    std::string subject;
    /// What was found.
    std::string fact;
    /// How to get what is missing; empty where nothing is.
    std::string remedy;
};

/// The clocks and every other metric: where it comes from and what a reading costs, or why it
/// cannot be measured here. Takes some readings of each, about a millisecond.
std::vector<MachineFinding> metricFindings();

}  // namespace gantry::perf
