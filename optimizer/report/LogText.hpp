#pragma once

#include <DecisionLogFile.hpp>
#include <string>

namespace records {

/// The entries of a decision log for people, a line each, what they came to, and what is
/// missing of the log.
std::string logText(const LoggedDecisions& log);

/// The entries as the JSON document gantry-decisions (docs/formats/decision-log.md), without a line
/// feed at the end.
std::string logJson(const LoggedDecisions& log);

}  // namespace records
