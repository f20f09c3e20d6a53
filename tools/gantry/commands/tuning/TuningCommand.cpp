#include <perf/analysis/HistoryViews.hpp>

#include <ArchivedLog.hpp>
#include <DecisionLogFile.hpp>
#include <FileKind.hpp>
#include <LogPicture.hpp>
#include <LogText.hpp>
#include <RecordsError.hpp>
#include <StoreFile.hpp>
#include <StoreText.hpp>
#include <algorithm>
#include <chrono>
#include <iostream>
#include <optional>

#include "Command.hpp"
#include "OptionParser.hpp"
#include "expect.hpp"

namespace gantry::tools {

namespace {

using records::StoreFile;

OptionParser tuningParser() {
    OptionParser parser(
        "gantry tuning show|export|forget STORE | log FILE | expect SCRIPT [options]",
        "Shows or edits the results of tuning, shows its decisions, and what to expect of it.\n"
        "  show STORE     show the results, the fastest candidate of a context first\n"
        "  export STORE   print the results as one JSON document\n"
        "  forget STORE   delete the rows that the options select, or --all\n"
        "  log FILE       show the decisions of a run, one per line, from log or archive\n"
        "  expect SCRIPT  show, without a run, from which call on tuning pays",
        {"gantry tuning show gantry.tuning", "gantry tuning show gantry.tuning --port driver.solve",
         "gantry tuning export gantry.tuning > known.json",
         "gantry tuning forget gantry.tuning --candidate solvers.Old",
         "gantry tuning forget gantry.tuning --context 'symmetric dominance=1e0'",
         "gantry tuning log run.decisions --json",
         "gantry tuning log run.gantry --candidate solvers.Klu",
         "gantry tuning log run.gantry --svg > decisions.svg",
         "gantry tuning expect app.rc --calls 1000"});
    parser.option("machine", "NAME", "Select rows of this machine; not with log.")
        .option("port", "INSTANCE.PORT", "Select rows of this uses port.")
        .option("context", "KEY",
                "Select rows of this context: its key, or words that occur only in this key.")
        .option("candidate", "NAME", "Select rows of this candidate.")
        .flag("all", "With forget: delete all rows.")
        .option("calls", "N", "With expect: the calls of a context to look ahead (default 100).")
        .option("path", "DIRS",
                "With expect: folders with components, separated by ':', searched before the "
                "default ones.")
        .flag("json",
              "Print one JSON document (docs/formats/tuning-store.md, decision-log.md, run.md).")
        .flag("svg",
              "With log: print a picture (SVG) of the costs of each context, and of what was "
              "learned.")
        .positional("show|export|forget|log|expect STORE|FILE|SCRIPT");
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
        keys.reserve(entries.size());
        for (const tuning::Entry& entry : entries) {
            keys.push_back(entry.context);
        }
        const std::string key =
            readValue("context", [&] { return perf::contextMeant(keys, *context); });
        std::erase_if(entries, [&](const auto& entry) { return entry.context != key; });
    }
}

int log(const OptionParser& parser, const std::string& file) {
    records::LoggedDecisions decisions = records::readLog(file);
    select(parser, decisions.entries);
    if (parser.has("svg")) {
        std::cout << records::logPicture(decisions.entries);
        return kDone;
    }
    if (!parser.has("json")) {
        std::cout << records::logText(decisions);
        return kDone;
    }
    std::cout << records::logJson(decisions) << '\n';
    return kDone;
}

/// A forecast is of new contexts, for all candidates.
void refuseSelection(const OptionParser& parser) {
    for (const char* option : {"machine", "port", "context", "candidate", "all", "svg"}) {
        if (parser.has(option)) {
            throw UsageError("--" + std::string(option) + " cannot be used with expect");
        }
    }
}

/// what: the word after `tuning`, which takes only some of the options.
void refuseMisplaced(const OptionParser& parser, const std::string& what) {
    if (what != "show" && what != "export" && what != "forget" && what != "log") {
        throw UsageError("there is no 'tuning " + what +
                         "'; use show, export, forget, log or expect");
    }
    if (parser.has("svg") && what != "log") {
        throw UsageError("--svg is valid only with log");
    }
    if (parser.has("svg") && parser.has("json")) {
        throw UsageError("--svg and --json exclude each other");
    }
    for (const char* option : {"calls", "path"}) {
        if (parser.has(option)) {
            throw UsageError("--" + std::string(option) + " is valid only with expect");
        }
    }
    if (parser.has("all") && what != "forget") {
        throw UsageError("--all is valid only with forget");
    }
    if (parser.has("json") && what == "forget") {
        throw UsageError("--json is valid only with show, export and log");
    }
    if (parser.has("machine") && what == "log") {
        throw UsageError("--machine cannot be used with log, which belongs to one run");
    }
}

int execute(const Words& words) {
    OptionParser parser = tuningParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    const std::string& what = parser.positionalWords()[0];
    const std::string& file = parser.positionalWords()[1];
    if (what == "expect") {
        refuseSelection(parser);
        return expectTuning(parser, file);
    }
    refuseMisplaced(parser, what);
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
        std::cout << records::storeJson(rows, store.hasChecksum()) << '\n';
    } else {
        std::cout << records::storeText(rows, store.hasChecksum());
    }
    return kDone;
}

}  // namespace

Command tuningCommand() {
    return {"show, export or delete results of tuning, or show its log", {}, execute};
}

}  // namespace gantry::tools
