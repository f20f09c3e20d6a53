#pragma once

#include <run/ApplicationRun.hpp>

#include <string>

namespace gantry::tools {

/// The outcome of a run for people; at most 30 lines.
std::string runText(const RunOutcome& outcome);

/// The same as one JSON document (docs/formats/run.md).
std::string runJson(const RunOutcome& outcome);

}  // namespace gantry::tools
