#pragma once

#include <perf/archive/History.hpp>
#include <perf/document/JsonValues.hpp>
#include <tuning/Entry.hpp>

#include <string>
#include <vector>

namespace records {

/// What decisions came to: an object with the lists `contexts` and `candidates` of
/// docs/formats/decision-log.md, and `leftOut`, the contexts that are missing: 0. What is infinite
/// or not known is null.
gantry::perf::Json summaryJson(const std::vector<tuning::Entry>& entries);

/// The same of the decisions in an archive, as text for perf::PageSource, of the first 5,000
/// contexts. Empty if there are none,
/// or if a newer Gantry wrote them: a page shows the run without.
std::string summaryForPage(const gantry::perf::History& history);

}  // namespace records
