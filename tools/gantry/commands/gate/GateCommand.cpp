#include <base/files/FileError.hpp>
#include <base/files/OwnProgram.hpp>
#include <base/text/Joined.hpp>
#include <base/text/ShellWord.hpp>
#include <perf/analysis/gate/GateHistory.hpp>
#include <perf/analysis/gate/GateText.hpp>
#include <perf/gating/GateRuns.hpp>
#include <perf/runs/RunSets.hpp>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "Command.hpp"
#include "OptionValues.hpp"

namespace gantry::tools {

namespace {

constexpr const char* kHistory = "gantry-history.db";

OptionParser gateParser() {
    OptionParser parser(
        "gantry gate [options] -- COMMAND [ARGUMENT...]",
        "Runs a command repeatedly until it is certain whether it is slower than a baseline, and "
        "fails with status 3 if it is. Prefer --baseline-command: both commands then run in the "
        "order A B B A, so that a drift of the machine affects both alike. With stored runs, the "
        "limit is 4 % higher, because the machine may have drifted since. If the result remains "
        "uncertain, the gate says so and passes.",
        {"gantry gate --baseline-command './solver-main' -- ./solver",
         "gantry gate --baseline runs/main/ --fail-above 10% -- ./solver --size 1000",
         "gantry gate --baseline-command ./old --timer solve --budget 120s -- ./new",
         "gantry gate --baseline-command ./old --json -- ./new > gate.json"});
    parser
        .option("baseline-command", "TEXT",
                "Command to compare with; shell syntax is allowed. If the shell runs one program, "
                "that program is measured, else the shell.")
        .option("baseline", "PLACE", "Baseline: a folder with at least 6 runs.")
        .option("fail-above", "PERCENT", "Slowdown at which the gate fails (default: 5%).")
        .option("metric", "NAME",
                "Metric to compare: elapsed (default), cpu, or one that was "
                "measured.")
        .option("timer", "NAME",
                "Compare this timer instead of the whole run; * stands for any "
                "text.")
        .option("budget", "TIME", "Start no further run after this time (default: 60s).")
        .option("runs", "N", "Run the command at most N times, at least 6 (default: 20).")
        .option("archive", "FILE", "Archive that the commands write themselves.")
        .option("keep", "FOLDER", "Keep the archives of all runs in this folder.")
        .option("name", "NAME", "Name of this gate in the history (default: the command).")
        .option("revision", "TEXT",
                "Revision of the source in the history (default: as reported "
                "by the CI system).")
        .option("history", "FILE",
                "File with the history of results (default: "
                "gantry-history.db).")
        .flag("no-history", "Do not add the result to the history.")
        .flag("json", "Print the result as JSON (docs/formats/gate-history.md).")
        .positional("COMMAND [ARGUMENT...]");
    return parser;
}

double secondsOf(const std::string& text) {
    constexpr std::array<std::pair<const char*, double>, 4> kUnits{
        {{"", 1.0}, {"s", 1.0}, {"m", 60.0}, {"h", 3600.0}}};
    try {
        std::size_t end = 0;
        const double value = std::stod(text, &end);
        for (const auto& [unit, seconds] : kUnits) {
            if (text.substr(end) == unit && value > 0 && value < 1e9) {
                return value * seconds;
            }
        }
    } catch (const std::logic_error&) {
        // Reported below.
    }
    throw UsageError("--budget takes a time such as 60s, 5m or 1h, not '" + text + "'");
}

std::string revisionOf(const OptionParser& parser) {
    if (const auto given = parser.value("revision")) {
        return *given;
    }
    // Set by GitHub Actions and GitLab CI. Without them the revision stays empty, as the command
    // may measure something that is not in a repository.
    for (const char* const name : {"GITHUB_SHA", "CI_COMMIT_SHA"}) {
        const char* const value = std::getenv(name);
        if (value != nullptr && *value != '\0') {
            return value;
        }
    }
    return "";
}

perf::GateCommands commandsOf(const OptionParser& parser) {
    perf::GateCommands commands;
    commands.candidate = parser.positionalWords();
    if (const auto text = parser.value("baseline-command")) {
        // Of several programs that a shell starts, none would be measured.
        commands.baseline = base::commandWords(*text);
        if (commands.baseline.empty()) {
            throw UsageError("--baseline-command is empty");
        }
    }
    if (const auto file = parser.value("archive")) {
        commands.archive = *file;
    }
    if (const auto folder = parser.value("keep")) {
        commands.keep = *folder;
    }
    commands.measuring = [](const std::filesystem::path& file) -> Words {
        // What is compared is the program, as little disturbed as can be.
        return {(base::ownProgramFolder() / "gantry").string(),
                "exec",
                "--quiet",
                "--sample",
                "none",
                "--modules",
                "mpi-if-used",
                "--output",
                file.string(),
                "--"};
    };
    if (parser.has("baseline") == parser.has("baseline-command")) {
        throw UsageError(
            "give one of --baseline-command, which runs it in turn, and --baseline, stored runs");
    }
    return commands;
}

perf::GateOptions optionsOf(const OptionParser& parser) {
    perf::GateOptions options;
    options.interleaved = parser.has("baseline-command");
    options.limit = percentValue(parser, "fail-above").value_or(options.limit);
    options.mostRuns = countValue(parser, "runs", 1000).value_or(options.mostRuns);
    if (options.mostRuns < perf::GateTrial::kLeastRuns) {
        throw UsageError("--runs takes " + std::to_string(perf::GateTrial::kLeastRuns) +
                         " or more: fewer runs give no result");
    }
    return options;
}

void keep(const OptionParser& parser, const perf::GateRuns& runs, const perf::GateReport& report) {
    const perf::GateOutcome& outcome = report.outcome;
    // Without runs on both sides there is no result to keep.
    if (parser.has("no-history") || outcome.candidateRuns == 0 || outcome.baselineRuns == 0) {
        return;
    }
    perf::GateRecord record = perf::gateRecord(runs, report);
    record.name = parser.value("name").value_or(report.command);
    record.revision = revisionOf(parser);
    perf::addGateRecord(parser.value("history").value_or(kHistory), record);
}

// Before the first run: what it costs is not to be lost.
void checkHistory(const OptionParser& parser) {
    if (!parser.has("no-history")) {
        requireOutputOf("history", parser.value("history").value_or(kHistory));
    }
}

int execute(const Words& words) {
    OptionParser parser = gateParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    checkHistory(parser);
    const perf::GateMetric metric{parser.value("metric").value_or("elapsed"),
                                  parser.value("timer").value_or("")};
    perf::GateReport report;
    report.options = optionsOf(parser);
    report.command = base::joined(parser.positionalWords(), " ");
    report.baseline =
        parser.value("baseline-command").value_or(parser.value("baseline").value_or(""));
    report.metric = metric.text();
    const double budget = secondsOf(parser.value("budget").value_or("60s"));
    std::optional<perf::GateRuns> made;
    try {
        made.emplace(commandsOf(parser), metric);
    } catch (const base::FileError& error) {
        throw UsageError("--keep: " + std::string(error.what()));
    }
    perf::GateRuns& runs = *made;
    std::vector<double> stored;
    if (const auto place = parser.value("baseline")) {
        stored =
            runs.addStored(readValue("baseline", [&] { return perf::runSetOf({*place}); }).files);
    }
    perf::runGate(runs, std::move(stored), budget, report);
    perf::noteWeakness(runs, metric.timer.empty(), report);
    const bool slower = report.outcome.verdict == perf::Verdict::More;
    if (parser.has("json")) {
        std::cout << perf::gateJson(report);
    } else {
        std::cout << perf::gateText(report) << (slower ? runs.samples().contributions() : "");
    }
    keep(parser, runs, report);
    return slower ? kRegression : kDone;
}

}  // namespace

Command gateCommand() {
    return {"fail if a command is slower than a baseline",
            {"gantry gate --baseline-command ./old -- ./new"},
            execute};
}

}  // namespace gantry::tools
