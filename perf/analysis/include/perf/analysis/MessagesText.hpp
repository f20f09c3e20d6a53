#pragma once

#include <perf/analysis/MessageMatching.hpp>
#include <perf/analysis/TraceText.hpp>

#include <string>

namespace gantry::perf {

/// The matched messages of a run, each with its sender and receiver, then what could not be
/// matched, the collective calls, and the clock of their times. Json: "gantry messages", described
/// in docs/formats/report.md; Csv: a line for each message.
std::string messagesText(const MessageMatching& found, TraceText::Format format);

}  // namespace gantry::perf
