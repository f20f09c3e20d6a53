#include <nlohmann/json.hpp>

#include <ArchivedLog.hpp>
#include <DecisionLogFile.hpp>
#include <StoreFile.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <iostream>

#include "Command.hpp"
#include "CourseViews.hpp"
#include "JsonValues.hpp"
#include "OptionParser.hpp"
#include "TextTable.hpp"

namespace gantry::tools {

namespace {

using records::StoreFile;

OptionParser tuningParser() {
    OptionParser parser(
        "gantry tuning show|export|forget STORE | log FILE [options]",
        "What choosing at run time has learned, and what it decided.\n"
        "  show STORE     what is known, as a table, the fastest candidate of a context first\n"
        "  export STORE   all of it as one JSON document\n"
        "  forget STORE   takes out what the options say, or --all\n"
        "  log FILE       the decisions of a run, one line for each",
        {"gantry tuning show gantry.tuning", "gantry tuning show gantry.tuning --port driver.solve",
         "gantry tuning export gantry.tuning > known.json",
         "gantry tuning forget gantry.tuning --candidate solvers.Old",
         "gantry tuning log run.decisions --json"});
    parser.option("machine", "NAME", "Only what was learned on that machine.")
        .option("port", "INSTANCE.PORT", "Only what is of that uses port.")
        .option("context", "KEY", "Only what is of that context.")
        .option("candidate", "NAME", "Only what is of that candidate.")
        .flag("all", "Of forget: everything.")
        .flag("json", "One JSON document (docs/formats/tuning-store.md, decision-log.md).")
        .positional(2, 2);
    return parser;
}

records::StoreFilter filterOf(const OptionParser& parser) {
    return {parser.value("machine"), parser.value("port"), parser.value("context"),
            parser.value("candidate")};
}

double now() {
    const auto time = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration<double>(time).count();
}

std::string figure(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", value);
    return text;
}

std::string ageText(double seconds) {
    constexpr double kDay = 86400;
    return seconds < kDay ? figure(std::floor(seconds / 36) / 100) + " h"
                          : figure(std::floor(seconds / kDay)) + " d";
}

void printStore(const std::vector<records::StoredRow>& rows) {
    using Align = TextTable::Align;
    TextTable table({{"port", Align::Left},
                     {"context", Align::Left},
                     {"candidate", Align::Left},
                     {"version"},
                     {"calls"},
                     {"cost"},
                     {"spread"},
                     {"bound"},
                     {"failures"},
                     {"age"},
                     {"machine", Align::Left}});
    for (const auto& [machine, port, known] : rows) {
        table.addRow({port, known.context, known.candidate, known.componentVersion,
                      std::to_string(known.calls), known.calls > 0 ? figure(known.cost) : "-",
                      figure(known.spread), known.bound > 0 ? figure(known.bound) : "-",
                      std::to_string(known.failures), ageText(known.age), machine});
    }
    std::cout << (table.empty() ? "nothing is known\n" : table.text());
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

void printStoreJson(const std::vector<records::StoredRow>& rows) {
    Json list = Json::array();
    for (const auto& [machine, port, known] : rows) {
        list.push_back({{"machine", jsonText(machine)},
                        {"port", jsonText(port)},
                        {"context", jsonText(known.context)},
                        {"features", featuresOf(known)},
                        {"candidate", jsonText(known.candidate)},
                        {"version", jsonText(known.componentVersion)},
                        {"calls", known.calls},
                        {"cost", known.calls > 0 ? Json(known.cost) : Json(nullptr)},
                        {"spread", known.spread},
                        {"bound", known.bound > 0 ? Json(known.bound) : Json(nullptr)},
                        {"failures", known.failures},
                        {"age_s", known.age}});
    }
    const Json document{{"format", "gantry-tuning"}, {"version", 1}, {"learned", list}};
    std::cout << document.dump(2, ' ', true) << '\n';
}

int forget(const OptionParser& parser, const std::string& file) {
    const records::StoreFilter filter = filterOf(parser);
    const bool narrow = filter.machine || filter.port || filter.context || filter.candidate;
    if (narrow == parser.has("all")) {
        throw UsageError(
            "forget needs --machine, --port, --context or --candidate, or --all alone");
    }
    const std::int64_t rows = StoreFile(file, StoreFile::Missing::Refuse).forget(filter);
    std::cout << "forgot " << rows << (rows == 1 ? " row\n" : " rows\n");
    return kDone;
}

void printLog(const std::vector<tuning::Entry>& entries) {
    std::vector<perf::ArchivedDecision> decisions;
    for (const tuning::Entry& entry : entries) {
        decisions.push_back(records::archived(entry, 0));
    }
    std::cout << (decisions.empty() ? "no decisions\n"
                                    : tableText(decisionTable(decisions, Moment::Clock)));
}

int log(const OptionParser& parser, const std::string& file) {
    const std::vector<tuning::Entry> entries = records::readLog(file);
    if (!parser.has("json")) {
        printLog(entries);
        return kDone;
    }
    Json list = Json::array();
    for (const tuning::Entry& entry : entries) {
        list.push_back(Json::parse(records::lineOf(entry)));
    }
    const Json document{{"format", "gantry-decisions"}, {"version", 1}, {"entries", list}};
    std::cout << document.dump(2, ' ', true) << '\n';
    return kDone;
}

}  // namespace

int tuningCommand(const Words& words) {
    OptionParser parser = tuningParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    const std::string& what = parser.positionalWords()[0];
    const std::string& file = parser.positionalWords()[1];
    if (what == "forget") {
        return forget(parser, file);
    }
    if (what == "log") {
        return log(parser, file);
    }
    if (what != "show" && what != "export") {
        throw UsageError("there is no 'tuning " + what + "'; say show, export, forget or log");
    }
    const auto rows = StoreFile(file, StoreFile::Missing::Refuse).rows(filterOf(parser), now());
    if (what == "export" || parser.has("json")) {
        printStoreJson(rows);
    } else {
        printStore(rows);
    }
    return kDone;
}

}  // namespace gantry::tools
