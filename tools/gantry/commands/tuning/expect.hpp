#pragma once

#include <string>

#include "OptionParser.hpp"

namespace gantry::tools {

/// `gantry tuning expect SCRIPT`: prints what its tuners expect. Returns the exit status. Throws
/// UsageError for a wrong option, and what reading the script throws.
int expectTuning(const OptionParser& parser, const std::string& script);

}  // namespace gantry::tools
