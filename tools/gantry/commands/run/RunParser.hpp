#pragma once

#include <framework/Ranks.hpp>
#include <run/ApplicationRun.hpp>

#include "OptionParser.hpp"

namespace gantry::tools {

/// The words that `gantry run` understands.
OptionParser runParser();

/// What they ask for. Throws UsageError for what is not allowed, as far as that is known without
/// the script.
RunOptions readRunOptions(const OptionParser& parser);

/// How the run becomes parallel. Throws UsageError.
framework::Ranks::Options readRanks(const OptionParser& parser);

}  // namespace gantry::tools
