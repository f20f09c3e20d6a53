#pragma once

#include <perf/analysis/ReportTable.hpp>
#include <perf/archive/History.hpp>

#include <map>
#include <string>
#include <vector>

namespace gantry::perf {

/// How the moment of a decision is reported.
enum class Moment {
    SinceBegin,  ///< of the measurement, in ns
    Clock,       ///< local date and time
};

/// The changes of the assembly in the order of time. Times count from the begin of the measurement.
ReportTable changeTable(const std::vector<ArchivedChange>& changes);

/// Decisions of tuners, with what was believed of the one that was called. Costs are in seconds
/// where all of them are the time of their call. One row for each decision, repeated ones with
/// their number.
ReportTable decisionTable(const std::vector<ArchivedDecision>& decisions, Moment moment);

/// A short text for each key of a context that people can tell it by: the words that not all keys
/// have. A key that has no such word stays as it is, cut where it is long. Keys are words such as
/// "n=1000 tolerance=1e-06", separated by blanks.
std::map<std::string, std::string> shortContexts(const std::vector<std::string>& keys);

/// The key that a person means by some of its words: the key itself, or the only one that has all
/// of them; text where none has. Throws std::invalid_argument, which names them, where several
/// have.
std::string contextMeant(const std::vector<std::string>& keys, const std::string& text);

}  // namespace gantry::perf
