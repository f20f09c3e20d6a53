#include "StoreText.hpp"

#include <base/text/Printable.hpp>
#include <base/text/TextTable.hpp>
#include <base/text/TimeText.hpp>
#include <perf/analysis/HistoryViews.hpp>
#include <perf/document/JsonValues.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <map>

namespace records {

using gantry::perf::Json;

namespace {

// Behind what a file of an older version holds.
constexpr const char* kNoChecksums = "written by an older Gantry, without checksums\n";

std::string figure(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", value);
    return text;
}

bool haveOne(const std::vector<StoredRow>& rows, std::string StoredRow::*part) {
    return std::all_of(rows.begin(), rows.end(),
                       [&](const auto& row) { return row.*part == rows.front().*part; });
}

Json featuresOf(const tuning::Learned& known) {
    const std::vector<std::string> names = known.featureNames.toVector();
    const std::vector<double> values = known.features.toVector();
    Json features = Json::object();
    for (std::size_t i = 0; i < names.size(); ++i) {
        features[names[i]] = values[i];
    }
    return features;
}

}  // namespace

// Ports and machines have columns if there are several.
std::string storeText(const std::vector<StoredRow>& rows, bool hasChecksum) {
    const std::string note = hasChecksum ? "" : kNoChecksums;
    if (rows.empty()) {
        return "the store is empty\n" + note;
    }
    using Align = gantry::base::TextTable::Align;
    const bool onePort = haveOne(rows, &StoredRow::port);
    const bool oneMachine = haveOne(rows, &StoredRow::machine);
    std::vector<gantry::base::TextTable::Column> columns{{"context", Align::Left},
                                                         {"candidate", Align::Left},
                                                         {"version"},
                                                         {"calls"},
                                                         {"cost"},
                                                         {"spread"},
                                                         {"bound"},
                                                         {"failures"},
                                                         {"age"}};
    if (!onePort) {
        columns.push_back({"port", Align::Left});
    }
    if (!oneMachine) {
        columns.push_back({"machine", Align::Left});
    }
    gantry::base::TextTable table(columns);
    std::vector<std::string> keys;
    keys.reserve(rows.size());
    for (const StoredRow& row : rows) {
        keys.push_back(row.learned.context);
    }
    // Only the words in which the keys differ, as whole keys are too long for a column.
    const std::map<std::string, std::string> contexts = gantry::perf::shortContexts(keys);
    for (const auto& [machine, port, known] : rows) {
        std::vector<std::string> cells{contexts.at(known.context),
                                       known.candidate,
                                       known.componentVersion,
                                       std::to_string(known.calls),
                                       known.calls > 0 ? figure(known.cost) : "-",
                                       figure(known.spread),
                                       known.bound > 0 ? figure(known.bound) : "-",
                                       std::to_string(known.failures),
                                       gantry::base::ageText(known.age)};
        if (!onePort) {
            cells.push_back(port);
        }
        if (!oneMachine) {
            cells.push_back(machine);
        }
        table.addRow(cells);
    }
    return gantry::base::printable((onePort ? "port " + rows.front().port : "several ports") +
                                   ", " + (oneMachine ? rows.front().machine : "several machines") +
                                   "; cost and bound in seconds unless tuned by another metric") +
           '\n' + table.text() + note;
}

// Null, not 0, for figures that no call has given yet.
std::string storeJson(const std::vector<StoredRow>& rows, bool hasChecksum) {
    Json list = Json::array();
    for (const auto& [machine, port, known] : rows) {
        list.push_back({{"machine", gantry::perf::jsonText(machine)},
                        {"port", gantry::perf::jsonText(port)},
                        {"context", gantry::perf::jsonText(known.context)},
                        {"features", featuresOf(known)},
                        {"candidate", gantry::perf::jsonText(known.candidate)},
                        {"version", gantry::perf::jsonText(known.componentVersion)},
                        {"calls", known.calls},
                        {"cost", known.calls > 0 ? Json(known.cost) : Json(nullptr)},
                        {"spread", known.spread},
                        {"bound", known.bound > 0 ? Json(known.bound) : Json(nullptr)},
                        {"failures", known.failures},
                        {"age_s", known.age}});
    }
    const Json document{
        {"format", "gantry-tuning"}, {"version", 2}, {"checksums", hasChecksum}, {"learned", list}};
    return document.dump(2, ' ', true);
}

}  // namespace records
