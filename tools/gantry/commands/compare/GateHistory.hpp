#pragma once

#include <string>

#include "OptionParser.hpp"

namespace gantry::tools {

/// Prints how the runs on the command line compare with the results of a gate in the history, as
/// the options say. Throws UsageError, and std::runtime_error where they cannot be compared.
int compareWithGate(const OptionParser& parser, const std::string& history, double limit);

}  // namespace gantry::tools
