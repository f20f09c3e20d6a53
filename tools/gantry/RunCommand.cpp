#include <iostream>

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
        "SCRIPT.gantry.json in the current folder, or SCRIPT.2.gantry.json if that exists. The "
        "exit\n"
        "status is 0, the status of `quit N`, or 1 where the script or a component failed.",
        {"gantry run examples/integrators/optimize.rc",
         "gantry run --perf null app.rc             as it is, but measuring nothing",
         "gantry run --metrics wall,cpu app.rc      wall and thread CPU time of each timer",
         "gantry run --metrics wall,page-faults,perf::TASK-CLOCK app.rc",
         "gantry run --json app.rc > run.json       the report for a program",
         "mpirun -n 4 gantry run app.rc             four ranks, one report"});
    parser
        .option("perf", "NAME",
                "Performance component: native, null, a class name, or none (default: native,\n"
                "                          unless the script has one of its own).")
        .option(
            "metrics", "LIST",
            "What each timer measures, at most 4: wall (default), cpu, page-faults,\n"
            "                          perf::TASK-CLOCK, PAPI_TOT_INS, ... gantry doctor lists\n"
            "                          them with what each start and stop then costs. A counter\n"
            "                          this machine lacks is reported, and the rest is measured.")
        .option("profile", "FILE", "Write the profile to FILE, replacing it.")
        .flag("no-profile", "Write no profile.")
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
    options.writeProfile = !parser.has("no-profile");
    if (options.backend == "none" && (options.metrics || options.profile)) {
        throw UsageError(
            "--perf none measures nothing, so --metrics and --profile have no meaning with it");
    }
    const Ranks ranks(rankMode(parser.value("mpi")), options.componentPath);
    return runOnRanks(options, ranks, parser.has("json"));
}

}  // namespace gantry::tools
