#pragma once

#include <perf/analysis/Overview.hpp>

#include <string>
#include <vector>

namespace gantry::tools {

/// The run that a command shows more of.
struct ShownRun {
    std::string file;     ///< its archive; empty: none was written
    std::string program;  ///< with its arguments
};

/// The command that shows what perf::LookNext means, such as "gantry report --io run.gantry".
std::string nextCommand(perf::LookNext next, const ShownRun& run);

/// A line "Next" with the command for each limit; empty without limits.
std::string nextText(const std::vector<perf::TimeLimit>& limits, const ShownRun& run);

}  // namespace gantry::tools
