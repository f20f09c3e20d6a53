#include "LogText.hpp"

#include <perf/analysis/HistoryViews.hpp>
#include <perf/analysis/TableText.hpp>
#include <perf/document/JsonValues.hpp>

#include <nlohmann/json.hpp>

#include <ArchivedLog.hpp>
#include <vector>

#include "LogSummary.hpp"
#include "SummaryJson.hpp"

namespace records {

using gantry::perf::Json;

std::string logText(const LoggedDecisions& log) {
    std::vector<gantry::perf::ArchivedDecision> decisions;
    for (const tuning::Entry& entry : log.entries) {
        // A log alone does not know when a measurement began: times are shown as times of day.
        decisions.push_back(archived(entry, 0));
    }
    std::string text = "no decisions\n";
    if (!decisions.empty()) {
        text = gantry::perf::tableText(
            gantry::perf::decisionTable(decisions, gantry::perf::Moment::Clock));
        text += "\n" + summaryText(log.entries);
    }
    if (!log.isComplete) {
        text += "the log has no end: its program was killed, or the file was cut\n";
    }
    if (!log.hasChecksums) {
        text += "written by an older Gantry, without checksums\n";
    }
    return text;
}

std::string logJson(const LoggedDecisions& log) {
    Json list = Json::array();
    for (const tuning::Entry& entry : log.entries) {
        list.push_back(Json::parse(jsonOf(entry)));
    }
    const Json summary = summaryJson(log.entries);
    const Json document{{"format", "gantry-decisions"},
                        {"version", kDecisionLogVersion},
                        {"checksums", log.hasChecksums},
                        {"complete", log.isComplete},
                        {"entries", list},
                        {"contexts", summary["contexts"]},
                        {"candidates", summary["candidates"]}};
    return document.dump(2, ' ', true);
}

}  // namespace records
