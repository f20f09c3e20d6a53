#pragma once

#include <perf/analysis/TraceText.hpp>

#include "OptionParser.hpp"

namespace gantry::tools {

/// Matches the messages of the traces of all ranks, and prints each with its sender and receiver,
/// then what could not be matched. words: a trace for each rank, or the archive of a run, beside
/// which they stand. Throws as the readers of traces do, and std::runtime_error where there is no
/// message.
void printMessages(const Words& words, perf::TraceText::Format format);

}  // namespace gantry::tools
