#pragma once

#include <perf/recording/ProgramSamples.hpp>

#include "OptionParser.hpp"

namespace gantry::tools {

/// Adds the option --sample.
void addSampleOption(OptionParser& parser);

/// Begins to sample as --sample says, else at the usual rate where the kernel allows it. Throws
/// UsageError where it was asked for and is not possible: the program would be measured without it.
perf::ProgramSamples samplesOf(const OptionParser& parser);

}  // namespace gantry::tools
