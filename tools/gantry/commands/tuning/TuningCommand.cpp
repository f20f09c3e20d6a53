#include <base/text/Printable.hpp>
#include <base/text/TextTable.hpp>
#include <base/text/TimeText.hpp>
#include <perf/analysis/HistoryViews.hpp>
#include <perf/analysis/TableText.hpp>
#include <perf/document/JsonValues.hpp>

#include <nlohmann/json.hpp>

#include <ArchivedLog.hpp>
#include <DecisionLogFile.hpp>
#include <FileKind.hpp>
#include <RecordsError.hpp>
#include <StoreFile.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <map>
#include <optional>

#include "Command.hpp"
#include "OptionParser.hpp"

namespace gantry::tools {

namespace {

using records::StoreFile;

// Behind what a file of an older version holds.
constexpr const char* kNoChecksums = "written by an older Gantry, without checksums\n";

OptionParser tuningParser() {
    OptionParser parser(
        "gantry tuning show|export|forget STORE | log FILE [options]",
        "Shows or edits what tuning has learned, and shows its decisions.\n"
        "  show STORE     what was learned, the fastest candidate of a context first\n"
        "  export STORE   the same as one JSON document\n"
        "  forget STORE   deletes the rows that the options select, or --all\n"
        "  log FILE       the decisions of a run, one per line, from a log or an archive",
        {"gantry tuning show gantry.tuning", "gantry tuning show gantry.tuning --port driver.solve",
         "gantry tuning export gantry.tuning > known.json",
         "gantry tuning forget gantry.tuning --candidate solvers.Old",
         "gantry tuning forget gantry.tuning --context 'symmetric dominance=1e0'",
         "gantry tuning log run.decisions --json",
         "gantry tuning log run.gantry --candidate solvers.Klu"});
    parser.option("machine", "NAME", "Only rows of that machine; not with log.")
        .option("port", "INSTANCE.PORT", "Only rows of that uses port.")
        .option("context", "KEY",
                "Only rows of that context: its key, or words that only this key has.")
        .option("candidate", "NAME", "Only rows of that candidate.")
        .flag("all", "With forget: all rows.")
        .flag("json", "One JSON document (docs/formats/tuning-store.md, decision-log.md).")
        .positional("show|export|forget|log STORE|FILE");
    return parser;
}

// A context may be given by some of its words.
records::StoreFilter filterOf(const OptionParser& parser, StoreFile& store) {
    records::StoreFilter filter{parser.value("machine"), parser.value("port"), std::nullopt,
                                parser.value("candidate")};
    if (const auto context = parser.value("context")) {
        std::vector<std::string> keys;
        for (const records::StoredRow& row : store.rows(filter, 0)) {
            keys.push_back(row.learned.context);
        }
        filter.context = readValue("context", [&] { return perf::contextMeant(keys, *context); });
    }
    return filter;
}

// Names the kind of the file if tuning knows it.
void requireKind(const std::string& what, const std::string& file) {
    using records::FileKind;
    const FileKind kind = records::kindOf(file);
    const bool isLog = what == "log";
    const char* const found = isLog && kind == FileKind::Store
                                  ? "this is not a decision log but a tuning store; `gantry tuning "
                                    "show` shows it"
                              : !isLog && kind == FileKind::Archive
                                  ? "this is not a tuning store but the archive of a run; `gantry "
                                    "tuning log` shows its decisions"
                              : !isLog && kind == FileKind::DecisionLog
                                  ? "this is not a tuning store but a decision log; `gantry tuning "
                                    "log` shows it"
                                  : nullptr;
    if (found != nullptr) {
        throw records::RecordsError(records::RecordsError::Kind::Damaged, file, found);
    }
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

bool haveOne(const std::vector<records::StoredRow>& rows, std::string records::StoredRow::*part) {
    return std::all_of(rows.begin(), rows.end(),
                       [&](const auto& row) { return row.*part == rows.front().*part; });
}

// Ports and machines have columns if there are several.
void printStore(const std::vector<records::StoredRow>& rows) {
    if (rows.empty()) {
        std::cout << "the store is empty\n";
        return;
    }
    using Align = base::TextTable::Align;
    const bool onePort = haveOne(rows, &records::StoredRow::port);
    const bool oneMachine = haveOne(rows, &records::StoredRow::machine);
    std::vector<base::TextTable::Column> columns{{"context", Align::Left},
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
    base::TextTable table(columns);
    std::vector<std::string> keys;
    for (const records::StoredRow& row : rows) {
        keys.push_back(row.learned.context);
    }
    const std::map<std::string, std::string> contexts = perf::shortContexts(keys);
    for (const auto& [machine, port, known] : rows) {
        std::vector<std::string> cells{contexts.at(known.context),
                                       known.candidate,
                                       known.componentVersion,
                                       std::to_string(known.calls),
                                       known.calls > 0 ? figure(known.cost) : "-",
                                       figure(known.spread),
                                       known.bound > 0 ? figure(known.bound) : "-",
                                       std::to_string(known.failures),
                                       base::ageText(known.age)};
        if (!onePort) {
            cells.push_back(port);
        }
        if (!oneMachine) {
            cells.push_back(machine);
        }
        table.addRow(cells);
    }
    std::cout << base::printable((onePort ? "port " + rows.front().port : "several ports") + ", " +
                                 (oneMachine ? rows.front().machine : "several machines") +
                                 "; cost and bound in seconds unless tuned by another metric")
              << '\n'
              << table.text();
}

perf::Json featuresOf(const tuning::Learned& known) {
    const std::vector<std::string> names = known.featureNames.toVector();
    const std::vector<double> values = known.features.toVector();
    perf::Json features = perf::Json::object();
    for (std::size_t i = 0; i < names.size(); ++i) {
        features[names[i]] = values[i];
    }
    return features;
}

void printStoreJson(const std::vector<records::StoredRow>& rows, bool hasChecksum) {
    perf::Json list = perf::Json::array();
    for (const auto& [machine, port, known] : rows) {
        list.push_back({{"machine", perf::jsonText(machine)},
                        {"port", perf::jsonText(port)},
                        {"context", perf::jsonText(known.context)},
                        {"features", featuresOf(known)},
                        {"candidate", perf::jsonText(known.candidate)},
                        {"version", perf::jsonText(known.componentVersion)},
                        {"calls", known.calls},
                        {"cost", known.calls > 0 ? perf::Json(known.cost) : perf::Json(nullptr)},
                        {"spread", known.spread},
                        {"bound", known.bound > 0 ? perf::Json(known.bound) : perf::Json(nullptr)},
                        {"failures", known.failures},
                        {"age_s", known.age}});
    }
    const perf::Json document{
        {"format", "gantry-tuning"}, {"version", 2}, {"checksums", hasChecksum}, {"learned", list}};
    std::cout << document.dump(2, ' ', true) << '\n';
}

int forget(const OptionParser& parser, const std::string& file) {
    const bool narrow = parser.has("machine") || parser.has("port") || parser.has("context") ||
                        parser.has("candidate");
    if (narrow == parser.has("all")) {
        throw UsageError(
            "forget needs --machine, --port, --context or --candidate, or --all alone");
    }
    StoreFile store(file, StoreFile::Missing::Refuse);
    const std::int64_t rows = store.forget(filterOf(parser, store));
    std::cout << (rows == 0 ? "no row matches; " : "") << "forgot " << rows
              << (rows == 1 ? " row\n" : " rows\n");
    return kDone;
}

// Takes out the entries that the options do not select.
void select(const OptionParser& parser, std::vector<tuning::Entry>& entries) {
    const auto keep = [&](const char* option, std::string tuning::Entry::*part) {
        if (const auto wanted = parser.value(option)) {
            std::erase_if(entries, [&](const auto& entry) { return entry.*part != *wanted; });
        }
    };
    keep("port", &tuning::Entry::port);
    keep("candidate", &tuning::Entry::candidate);
    if (const auto context = parser.value("context")) {
        std::vector<std::string> keys;
        for (const tuning::Entry& entry : entries) {
            keys.push_back(entry.context);
        }
        const std::string key =
            readValue("context", [&] { return perf::contextMeant(keys, *context); });
        std::erase_if(entries, [&](const auto& entry) { return entry.context != key; });
    }
}

void printLog(const records::LoggedDecisions& log) {
    std::vector<perf::ArchivedDecision> decisions;
    for (const tuning::Entry& entry : log.entries) {
        decisions.push_back(records::archived(entry, 0));
    }
    std::cout << (decisions.empty()
                      ? "no decisions\n"
                      : perf::tableText(perf::decisionTable(decisions, perf::Moment::Clock)))
              << (log.isComplete
                      ? ""
                      : "the log has no end: its program was killed, or the file was cut\n")
              << (log.hasChecksums ? "" : kNoChecksums);
}

int log(const OptionParser& parser, const std::string& file) {
    records::LoggedDecisions decisions = records::readLog(file);
    select(parser, decisions.entries);
    if (!parser.has("json")) {
        printLog(decisions);
        return kDone;
    }
    perf::Json list = perf::Json::array();
    for (const tuning::Entry& entry : decisions.entries) {
        list.push_back(perf::Json::parse(records::jsonOf(entry)));
    }
    const perf::Json document{{"format", "gantry-decisions"},
                              {"version", records::kDecisionLogVersion},
                              {"checksums", decisions.hasChecksums},
                              {"complete", decisions.isComplete},
                              {"entries", list}};
    std::cout << document.dump(2, ' ', true) << '\n';
    return kDone;
}

int execute(const Words& words) {
    OptionParser parser = tuningParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    const std::string& what = parser.positionalWords()[0];
    const std::string& file = parser.positionalWords()[1];
    if (what != "show" && what != "export" && what != "forget" && what != "log") {
        throw UsageError("there is no 'tuning " + what + "'; use show, export, forget or log");
    }
    if (parser.has("all") && what != "forget") {
        throw UsageError("--all is valid only with forget");
    }
    if (parser.has("json") && what == "forget") {
        throw UsageError("--json is valid only with show, export and log");
    }
    if (parser.has("machine") && what == "log") {
        throw UsageError("--machine cannot be used with log, which is of one run");
    }
    requireKind(what, file);
    if (what == "forget") {
        return forget(parser, file);
    }
    if (what == "log") {
        return log(parser, file);
    }
    StoreFile store(file, StoreFile::Missing::Refuse);
    const auto rows = store.rows(filterOf(parser, store), now());
    if (what == "export" || parser.has("json")) {
        printStoreJson(rows, store.hasChecksum());
    } else {
        printStore(rows);
        std::cout << (store.hasChecksum() ? "" : kNoChecksums);
    }
    return kDone;
}

}  // namespace

Command tuningCommand() {
    return {"show, export or delete what tuning has learned, or show its log", {}, execute};
}

}  // namespace gantry::tools
