#include <gov/cca/CCAException.hpp>
#include <perf/segment/TraceOptions.hpp>
#include <run/ApplicationRun.hpp>
#include <run/OutputCapture.hpp>
#include <server/ControlSocket.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "Command.hpp"
#include "ComponentPath.hpp"
#include "OptionParser.hpp"
#include "ProgressLine.hpp"
#include "RunReport.hpp"
#include "SupervisedRun.hpp"

namespace gantry::tools {

namespace {

OptionParser runParser() {
    OptionParser parser(
        "gantry run [options] SCRIPT",
        "Runs an assembly script, measures its components and reports. Under mpirun every rank "
        "runs the\n"
        "script and rank 0 reports values over the ranks. The profile is written to\n"
        "SCRIPT.gantry.json in the current folder, or SCRIPT.2.gantry.json if that exists; with\n"
        "--archive FILE to that file instead, which any SQLite client reads. The exit\n"
        "status is 0, the status of `quit N`, or 1 where the script or a component failed.",
        {"gantry run examples/integrators/optimize.rc",
         "gantry run --perf null app.rc             as it is, but measuring nothing",
         "gantry run --metrics wall,cpu app.rc      wall and thread CPU time of each timer",
         "gantry run --metrics wall,page-faults,perf::TASK-CLOCK app.rc",
         "gantry run --monitor all app.rc           time the calls of every connection",
         "gantry run --monitor driver.integrate --records calls app.rc   each call with its "
         "parameters",
         "gantry run --contracts 'budget 2%' app.rc check as many contracts as fit",
         "gantry run --archive run.gantry app.rc    one SQLite file, for gantry report and query",
         "gantry run --trace drain --archive run.gantry app.rc   each call, for gantry trace",
         "gantry run --set driver.configuration.count=100 --changes changes.rc app.rc",
         "gantry run --json app.rc > run.json       the report for a program",
         "gantry run --supervise app.rc             a profile also of a run that is killed",
         "gantry run --listen app --stay app.rc     and from another shell: gantry ctl app 'chain'",
         "mpirun -n 4 gantry run app.rc             four ranks, one report"});
    parser
        .option(
            "perf", "NAME",
            "Performance component: native, null, lttng, a class name, or none (default: native,\n"
            "                          unless the script has one of its own).")
        .option(
            "metrics", "LIST",
            "What each timer measures, at most 4: wall (default), cpu, page-faults,\n"
            "                          perf::TASK-CLOCK, PAPI_TOT_INS, ... gantry doctor lists\n"
            "                          them with what each start and stop then costs. A counter\n"
            "                          this machine lacks is reported, and the rest is measured.")
        .option("select", "FILE",
                "Measure only the timers and groups the file includes (docs/formats/selection.md).")
        .option("throttle", "N:TIME",
                "Switch timers off that are called more than N times and take less than TIME on\n"
                "                          average, such as 100000:10us (default: none).")
        .option("throttle-exempt", "LIST",
                "Patterns of timers or groups, separated by commas, that are never switched off.")
        .option(
            "overhead-budget", "P%",
            "Switch off the timers of least time per call until measuring takes no more than\n"
            "                          P percent of the measured time, such as 2% (default: any).")
        .option("trace", "MODE[:SIZE]",
                "Keep every start, stop and event one by one: latest (the last ones, in a ring of\n"
                "                          SIZE for each thread, default 1MiB) or drain (all, in a "
                "file\n"
                "                          NAME.trace beside the profile or archive, which takes "
                "them in).")
        .option("dump-on", "EVENT>VALUE",
                "With --trace latest: when a value of the event is above VALUE, write an archive\n"
                "                          NAME.dump-1.gantry, -2, ... (at most 20), the "
                "trigger in the middle\n"
                "                          of its thread's ring. The program goes on.")
        .option("dump-on-signal", "NAME", "The same when the signal comes: USR1, USR2 or HUP.")
        .option("monitor", "WHAT",
                "Time the calls of these connections, however they are made: all, or USER.PORT\n"
                "                          with * and ? as in file names; may be given again.")
        .option("records", "PREFIX",
                "Record every monitored call with its parameters and costs; the records are\n"
                "                          written to PREFIX.1.csv, PREFIX.2.csv, ...")
        .option("contracts", "POLICY",
                "Check the contracts of the monitored connections, or of all: never, always,\n"
                "                          'periodic N', 'random P [SEED]' or 'budget X%'.")
        .flag("guarded",
              "Let the provider of every connection be exchanged while calls are in flight, as\n"
              "                          far as its user was built with a proxy for the port.")
        .option(
            "set", "INSTANCE.PORT.KEY=VALUE",
            "Set a parameter once that instance exists, before the next go, whatever the script\n"
            "                          set it to; may be given again.")
        .option(
            "changes", "FILE",
            "Write every change of the assembly to FILE as it is made, with time and cause; as\n"
            "                          a script it builds the assembly again.")
        .option("listen", "SOCKET",
                "Let other shells talk to the assembly while it runs (gantry ctl): a name, or\n"
                "                          FOLDER/NAME where only this user can enter the folder.")
        .flag("stay", "With --listen: when the script has ended, stay until a client says quit.")
        .option(
            "archive", "FILE",
            "Write an archive to FILE, replacing it, with what was measured, changed and decided\n"
            "                          (docs/formats/archive.md).")
        .option("profile", "FILE", "Write the JSON profile to FILE, replacing it.")
        .flag("no-profile", "Write no JSON profile.")
        .option("path", "DIRS",
                "Folders with components, separated by ':', before the default ones.")
        .option("mpi", "WORD",
                "auto: under MPI where an MPI launcher started this (default); yes, no, or the\n"
                "                          class: parallel.Mpi, parallel.Mpich.")
        .option("patience", "SECONDS",
                "How long a rank waits for the others after each command, the longest difference\n"
                "                          of their times in a 'go' included, before it ends the "
                "run\n"
                "                          and names those that are missing (default: any time).")
        .flag("supervise",
              "Run in a process of its own, and keep what was measured if that is killed.")
        .flag("json", "Print one JSON document, the components' own output included in it.")
        .positional(1, 1);
    return parser;
}

Ranks::Options readRanks(const OptionParser& parser) {
    Ranks::Options options;
    if (const auto word = parser.value("mpi")) {
        if (*word != "auto" && *word != "yes" && *word != "no" &&
            word->find('.') == std::string::npos) {
            throw UsageError("--mpi takes auto, yes, no or the name of a class, not '" + *word +
                             "'");
        }
        options.mpi = *word;
    }
    if (const auto word = parser.value("patience")) {
        const char* const end = word->data() + word->size();
        const auto [last, error] = std::from_chars(word->data(), end, options.patience);
        if (error != std::errc() || last != end || !(options.patience > 0) ||
            !std::isfinite(options.patience)) {
            throw UsageError("--patience takes a number of seconds above 0, such as 60, not '" +
                             *word + "'");
        }
    }
    return options;
}

framework::ContractPolicy contractPolicy(const std::string& text) {
    std::istringstream stream(text);
    Words words;
    for (std::string word; stream >> word;) {
        words.push_back(word);
    }
    try {
        std::size_t read = 0;
        const framework::ContractPolicy policy = framework::readContractPolicy(words, read);
        if (read < words.size()) {
            throw UsageError("--contracts '" + text + "': '" + words[read] + "' is too much");
        }
        return policy;
    } catch (const gov::cca::CCAException& error) {
        throw UsageError("--contracts '" + text + "': " + error.getNote());
    }
}

MonitoringOptions readMonitoring(const OptionParser& parser) {
    MonitoringOptions options;
    for (const std::string& text : parser.values("monitor")) {
        options.connections.push_back(
            readValue("monitor", [&] { return readConnectionPattern(text); }));
    }
    options.records = parser.value("records");
    if (options.records && options.connections.empty()) {
        throw UsageError("--records needs --monitor, which says what is recorded");
    }
    if (const auto policy = parser.value("contracts")) {
        options.contracts = contractPolicy(*policy);
        if (options.connections.empty()) {
            options.connections = {readConnectionPattern("all")};
            options.timed = false;
        }
    }
    return options;
}

std::string percentage(std::string word) {
    if (!word.empty() && word.back() == '%') {
        word.pop_back();
    }
    double value = 0;
    const auto [end, error] =
        std::from_chars(word.data(), word.data() + word.size(), value, std::chars_format::fixed);
    if (error != std::errc() || end != word.data() + word.size() || !(value > 0 && value <= 100)) {
        throw UsageError("--overhead-budget takes a percentage above 0 and up to 100, such as 2%");
    }
    return word;
}

/// What the options say for parameters of the performance component.
std::vector<BackendSetting> settingsOf(const OptionParser& parser) {
    const std::array<std::pair<const char*, const char*>, 6> parameters{
        {{"metrics", "metrics"},
         {"select", "selection"},
         {"throttle", "throttle"},
         {"trace", "trace"},
         {"throttle-exempt", "throttleExempt"},
         {"overhead-budget", "overheadBudget"}}};
    std::vector<BackendSetting> settings;
    for (const auto& [option, parameter] : parameters) {
        if (std::optional<std::string> value = parser.value(option)) {
            const bool isBudget = parameter == std::string("overheadBudget");
            settings.push_back({std::string("--") + option, parameter,
                                isBudget ? percentage(*value) : *std::move(value)});
        }
    }
    return settings;
}

/// A drained trace goes beside the first file that is written.
void readTraceOption(const OptionParser& parser, RunOptions& options) {
    if (!parser.has("trace")) {
        return;
    }
    options.trace =
        readValue("trace", [&] { return perf::parseTraceOptions(*parser.value("trace")).mode; });
    if (options.trace == perf::TraceMode::Drain) {
        const std::filesystem::path name =
            options.archive.value_or(options.profile.value_or(options.script.stem()));
        const std::filesystem::path file = std::filesystem::path(name).replace_extension(".trace");
        options.settings.push_back({"--trace", "traceFile", file.string()});
    }
}

void readDumpOptions(const OptionParser& parser, RunOptions& options) {
    const std::optional<std::string> event = parser.value("dump-on");
    const std::optional<std::string> signal = parser.value("dump-on-signal");
    if (!event && !signal) {
        return;
    }
    if (options.trace != perf::TraceMode::Latest) {
        throw UsageError("--dump-on and --dump-on-signal go with --trace latest");
    }
    if (event) {
        readValue("dump-on", [&] { perf::readEventTrigger(*event, options.dumps); });
    }
    if (signal) {
        options.dumps.signal =
            readValue("dump-on-signal", [&] { return perf::signalNumber(*signal); });
    }
    options.dumps.stem = options.archive.value_or(options.script.filename()).replace_extension();
}

std::optional<ListenRequest> readListening(const OptionParser& parser) {
    const std::optional<std::string> socket = parser.value("listen");
    if (!socket) {
        if (parser.has("stay")) {
            throw UsageError("--stay goes with --listen SOCKET, at which the run hears of its end");
        }
        return std::nullopt;
    }
    return ListenRequest{server::controlPath(*socket), parser.has("stay"), nullptr};
}

void refuseWithoutMeasuring(const OptionParser& parser) {
    for (const char* option : {"metrics", "select", "throttle", "throttle-exempt",
                               "overhead-budget", "trace", "profile", "archive", "monitor"}) {
        if (parser.has(option)) {
            throw UsageError("--perf none measures nothing, so --" + std::string(option) +
                             " has no meaning with it");
        }
    }
}

OutputCapture::To outputTarget(const Ranks& ranks, bool json) {
    if (ranks.rank() != 0) {
        return OutputCapture::To::Nowhere;
    }
    return json ? OutputCapture::To::Memory : OutputCapture::To::Through;
}

void reportFailure(RunOutcome& outcome, const Ranks& ranks) {
    try {
        const Ranks::Telling telling = ranks.reportFailure(outcome.error);
        outcome.toldElsewhere = telling == Ranks::Telling::Nothing;
        outcome.isOfAllRanks = telling == Ranks::Telling::OfAllRanks;
    } catch (const framework::RanksMissing& missing) {
        ranks.end(missing.what(), missing.isReporter());
    }
}

void runAndCatch(RunOutcome& outcome, const RunOptions& options, const Ranks& ranks) {
    try {
        const ProgressLine progress("gantry: running " + options.script.filename().string());
        runApplication(options, ranks, std::cout, outcome);
        return;
    } catch (const AnotherRankFailed& failure) {
        outcome.error = failure.what();
        outcome.toldElsewhere = true;
    } catch (const framework::RanksMissing& missing) {
        ranks.end(missing.what(), missing.isReporter());
    } catch (const std::exception& error) {
        outcome.error = error.what();
        reportFailure(outcome, ranks);
    }
    outcome.status = kFailed;
}

int runOnRanks(const RunOptions& options, const Ranks& ranks, bool json) {
    OutputCapture capture(outputTarget(ranks, json));
    RunOutcome outcome;
    outcome.script = options.script.string();
    outcome.ranks = ranks.size();
    runAndCatch(outcome, options, ranks);
    outcome.output = capture.end();
    const bool worthTelling = outcome.error.empty() || outcome.profile;
    if (ranks.rank() == 0 && (json || worthTelling)) {
        std::cout << (json ? runJson(outcome) : runText(outcome)) << std::flush;
    }
    if (!outcome.error.empty() && !outcome.toldElsewhere) {
        const std::string where = outcome.isOfAllRanks || ranks.size() == 1
                                      ? ""
                                      : "rank " + std::to_string(ranks.rank()) + ": ";
        std::cerr << "gantry: " << where << outcome.error << '\n';
    }
    return outcome.status;
}

int execute(const Words& words) {
    OptionParser parser = runParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    RunOptions options;
    options.script = parser.positionalWords().front();
    options.componentPath = componentPath(parser.value("path"));
    options.backend = parser.value("perf");
    options.settings = settingsOf(parser);
    options.profile = parser.value("profile");
    options.archive = parser.value("archive");
    options.writeProfile = !parser.has("no-profile") && (options.profile || !options.archive);
    options.monitoring = readMonitoring(parser);
    readTraceOption(parser, options);
    readDumpOptions(parser, options);
    options.guarded = parser.has("guarded");
    options.listen = readListening(parser);
    options.changes = parser.value("changes");
    for (const std::string& text : parser.values("set")) {
        options.parameters.push_back(readValue("set", [&] { return readParameterSetting(text); }));
    }
    if (options.backend == "none") {
        refuseWithoutMeasuring(parser);
    }
    if (parser.has("no-profile") && options.profile) {
        throw UsageError("--profile and --no-profile contradict each other");
    }
    if (options.archive && options.archive == options.profile) {
        throw UsageError("--profile and --archive name the same file");
    }
    if (parser.has("supervise")) {
        return runSupervised(words, options);
    }
    // Before any other thread, which then has the signals blocked.
    std::optional<server::EndSignals> endSignals;
    if (options.listen) {
        endSignals.emplace();
        options.listen->signals = &*endSignals;
    }
    std::optional<perf::DumpTrigger> dumps;
    if (!options.dumps.empty()) {
        dumps.emplace(options.dumps);
        options.dumpTrigger = &*dumps;
    }
    const Ranks ranks(readRanks(parser), options.componentPath);
    return runOnRanks(options, ranks, parser.has("json"));
}

}  // namespace

Command runCommand() {
    return {"run an assembly script and measure it",
            {"gantry run application.rc", "mpirun -n 4 gantry run application.rc",
             "gantry run --archive run.gantry application.rc"},
            execute};
}

}  // namespace gantry::tools
