#pragma once

#include "OptionParser.hpp"

namespace gantry::tools {

/// Adds the options of `--query`.
void addTimelineOptions(OptionParser& parser);

/// Asks the timeline of the traces what `--query` says, and prints the answer. Throws UsageError,
/// and what openTimeline() throws.
void queryTimeline(const OptionParser& parser);

}  // namespace gantry::tools
