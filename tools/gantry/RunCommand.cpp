#include <gov/cca/CCAException.hpp>

#include <iostream>
#include <sstream>

#include "ApplicationRun.hpp"
#include "Command.hpp"
#include "ComponentPath.hpp"
#include "OptionParser.hpp"
#include "OutputCapture.hpp"
#include "ProgressLine.hpp"
#include "RunReport.hpp"

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
         "gantry run --monitor all app.rc           time the calls of every connection",
         "gantry run --monitor driver.integrate --records calls app.rc   each call with its "
         "parameters",
         "gantry run --contracts 'budget 2%' app.rc check as many contracts as fit",
         "gantry run --archive run.gantry app.rc    one SQLite file, for gantry report and query",
         "gantry run --json app.rc > run.json       the report for a program",
         "mpirun -n 4 gantry run app.rc             four ranks, one report"});
    parser
        .option("perf", "NAME",
                "Performance component: native, null, a class name, or none (default: native,\n"
                "                          unless the script has one of its own).")
        .option("metrics", "LIST",
                "What each timer measures: wall (default), or wall,cpu; cpu costs a system call\n"
                "                          at each start and stop (gantry doctor tells how long).")
        .option("monitor", "WHAT",
                "Time the calls of these connections, however they are made: all, or USER.PORT\n"
                "                          with * and ? as in file names; may be given again.")
        .option("records", "PREFIX",
                "Record every monitored call with its parameters and costs; the records are\n"
                "                          written to PREFIX.1.csv, PREFIX.2.csv, ...")
        .option("contracts", "POLICY",
                "Check the contracts of the monitored connections, or of all: never, always,\n"
                "                          'periodic N', 'random P [SEED]' or 'budget X%'.")
        .option("archive", "FILE",
                "Write an archive to FILE, replacing it (docs/formats/archive.md).")
        .option("profile", "FILE", "Write the JSON profile to FILE, replacing it.")
        .flag("no-profile", "Write no JSON profile.")
        .option("path", "DIRS",
                "Folders with components, separated by ':', before the default ones.")
        .option("mpi", "WORD",
                "yes, no, or auto: under MPI where an MPI launcher started this (default).")
        .flag("json", "Print one JSON document, the components' own output included in it.")
        .positional(1, 1);
    return parser;
}

Ranks::Mode rankMode(const std::optional<std::string>& word) {
    if (!word || *word == "auto") {
        return Ranks::Mode::Detect;
    }
    if (*word == "yes") {
        return Ranks::Mode::Mpi;
    }
    if (*word == "no") {
        return Ranks::Mode::Single;
    }
    throw UsageError("--mpi takes auto, yes or no, not '" + *word + "'");
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
        options.connections.push_back(readConnectionPattern(text));
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

OutputCapture::To outputTarget(const Ranks& ranks, bool json) {
    if (ranks.rank() != 0) {
        return OutputCapture::To::Nowhere;
    }
    return json ? OutputCapture::To::Memory : OutputCapture::To::Through;
}

void runAndCatch(RunOutcome& outcome, const RunOptions& options, const Ranks& ranks) {
    try {
        const ProgressLine progress("gantry: running " + options.script.filename().string());
        runApplication(options, ranks, std::cout, outcome);
        return;
    } catch (const AnotherRankFailed& failure) {
        outcome.error = failure.what();
        outcome.toldElsewhere = true;
    } catch (const std::exception& error) {
        outcome.error = error.what();
        outcome.toldElsewhere = !ranks.reportFailure(error.what());
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
        const std::string where =
            ranks.size() > 1 ? "rank " + std::to_string(ranks.rank()) + ": " : "";
        std::cerr << "gantry: " << where << outcome.error << '\n';
    }
    return outcome.status;
}

}  // namespace

int runCommand(const Words& words) {
    OptionParser parser = runParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    RunOptions options;
    options.script = parser.positionalWords().front();
    options.componentPath = componentPath(parser.value("path"));
    options.backend = parser.value("perf");
    options.metrics = parser.value("metrics");
    options.profile = parser.value("profile");
    options.archive = parser.value("archive");
    options.writeProfile = !parser.has("no-profile") && (options.profile || !options.archive);
    options.monitoring = readMonitoring(parser);
    if (options.backend == "none" &&
        (options.metrics || options.profile || options.archive || parser.has("monitor"))) {
        throw UsageError(
            "--perf none measures nothing, so --metrics, --profile, --archive and --monitor have "
            "no meaning with it");
    }
    if (parser.has("no-profile") && options.profile) {
        throw UsageError("--profile and --no-profile contradict each other");
    }
    if (options.archive && options.archive == options.profile) {
        throw UsageError("--profile and --archive name the same file");
    }
    const Ranks ranks(rankMode(parser.value("mpi")), options.componentPath);
    return runOnRanks(options, ranks, parser.has("json"));
}

}  // namespace gantry::tools
