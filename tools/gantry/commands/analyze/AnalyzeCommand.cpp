#include <base/InputError.hpp>
#include <base/text/Printable.hpp>
#include <perf/analysis/findings/RunAnalysis.hpp>
#include <perf/archive/Archive.hpp>
#include <perf/machine/MachineFile.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/recording/TimelineSource.hpp>
#include <perf/recording/TraceSource.hpp>
#include <perf/runs/RunFile.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "Command.hpp"
#include "OptionValues.hpp"
#include "ProgressLine.hpp"
#include "RunFindings.hpp"
#include "RunSets.hpp"

namespace gantry::tools {

namespace {

OptionParser analyzeParser() {
    OptionParser parser(
        "gantry analyze [options] RUN...",
        "Finds what limits a program, and what to do about it: findings with expected gain, "
        "confidence and advice. Of a program that runs on several ranks, also how efficiently the "
        "run, its phases and its regions use their ranks; and, if there is a trace, which ranks "
        "wait for which others, and the critical path. Several runs must be of the same program: "
        "repetitions, or runs on more ranks, whose computation is compared with that of the first.",
        {"gantry analyze mpirun.gantry",
         "gantry exec --metrics wall,cpu --trace drain -- mpirun -n 4 ./solver   makes the "
         "archive",
         "gantry analyze runs/                    all runs in a folder",
         "gantry analyze --machine machine.json mpirun.gantry",
         "gantry analyze --json mpirun.gantry > analysis.json"});
    parser
        .option("rules", "FILE",
                "Which timers count as idle or overhead, for example communication "
                "(docs/formats/states.md).")
        .option("least", "PERCENT",
                "Report a finding only if its gain is at least this part of "
                "the run time (default: 5%).")
        .option("machine", "FILE",
                "Costs measured by `gantry calibrate` (default: those of this "
                "user).")
        .option("top", "N", "Rows in each table (default: 20; 0: all).")
        .flag("json", "Print the result as JSON (docs/formats/analysis.md).")
        .positional("RUN...");
    return parser;
}

perf::StateRules rulesOf(const OptionParser& parser) {
    const auto file = parser.value("rules");
    if (!file) {
        return perf::StateRules(perf::usualStates());
    }
    std::ifstream stream(*file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream),
                           std::istreambuf_iterator<char>()};
    if (!stream.is_open() || stream.bad()) {
        throw UsageError("--rules: " + base::printable(*file) + " cannot be read");
    }
    try {
        return perf::StateRules(text);
    } catch (const std::invalid_argument& error) {
        throw UsageError("--rules: " + base::printable(*file) + ": " +
                         base::printable(error.what()));
    }
}

/// What the options say.
struct AnalyzeRequest {
    perf::StateRules rules;
    perf::MachineModel machine;
    std::string machineWords;
    double least = 0.05;
};

void readMachine(const OptionParser& parser, AnalyzeRequest& request) {
    const std::filesystem::path usual = perf::machineFile();
    if (const auto file = parser.value("machine")) {
        if (!std::filesystem::exists(*file)) {
            throw UsageError("--machine: " + base::printable(*file) +
                             " cannot be read; `gantry calibrate --out FILE` writes one");
        }
        request.machine = perf::machineIn(*file);
    } else if (!usual.empty() && std::filesystem::exists(usual)) {
        request.machine = perf::machineIn(usual);
    } else {
        request.machine = perf::defaultMachine();
        request.machineWords =
            "costs of the machine are defaults; `gantry calibrate` measures them";
        return;
    }
    request.machineWords =
        "costs of " + request.machine.host + ", measured " + request.machine.created;
}

void addFindings(std::vector<perf::RunAnalysis>& runs, const std::vector<perf::Profile>& profiles,
                 const AnalyzeRequest& request) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
        perf::RunAnalysis& run = runs[i];
        const perf::History history = decisionsOf(run.name);
        perf::Evidence evidence{profiles[i],     run.efficiency, run.trace ? &*run.trace : nullptr,
                                request.machine, request.least,  {},
                                &history};
        for (const perf::RunAnalysis& other : runs) {
            if (other.efficiency.ranks == run.efficiency.ranks) {
                evidence.repetitions.push_back(&other.efficiency);
            }
        }
        run.findings = perf::findingsOf(evidence);
        if (perf::isTooShort(evidence)) {
            run.efficiency.notes.emplace_back(
                "the run computes for less than 5 ms, which is too short to judge");
        }
        run.machine = request.machineWords;
        run.least = request.least;
    }
}

std::vector<perf::RunAnalysis> analyzed(const RunSet& set, const AnalyzeRequest& request) {
    const ProgressLine progress("reading runs");
    std::vector<perf::Profile> profiles;
    std::vector<std::pair<std::string, const perf::Profile*>> named;
    profiles.reserve(set.files.size());
    for (const auto& file : set.files) {
        profiles.push_back(perf::compensatedWhereKnown(perf::readProfileFile(file)));
        named.emplace_back(file.string(), &profiles.back());
    }
    perf::requireOneProgram(named);
    std::vector<perf::RunAnalysis> runs;
    for (const auto& [name, profile] : named) {
        perf::RunAnalysis run;
        run.name = name;
        try {
            run.efficiency = perf::efficiencyOf(*profile, request.rules);
        } catch (const std::invalid_argument& error) {
            throw std::runtime_error(name + ": " + error.what());
        }
        run.trace = traceAnalysisOf(name, request.machine, run.efficiency.oversubscribed());
        if (!run.trace && run.efficiency.ranks > 1) {
            run.efficiency.notes.emplace_back(
                "there is no trace, so waits and messages are not examined; measure with --trace "
                "drain");
        }
        if (!runs.empty()) {
            run.computation = perf::computationEfficiency(runs.front().efficiency, run.efficiency);
        }
        runs.push_back(std::move(run));
    }
    addFindings(runs, profiles, request);
    return runs;
}

int execute(const Words& words) {
    OptionParser parser = analyzeParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    AnalyzeRequest request{rulesOf(parser), {}, {}};
    request.least = percentValue(parser, "least").value_or(request.least);
    const std::size_t most = countValue(parser, "top").value_or(20);
    const RunSet set = runSetOf(parser.positionalWords());
    readMachine(parser, request);
    try {
        const std::vector<perf::RunAnalysis> runs = analyzed(set, request);
        std::cout << (parser.has("json") ? perf::analysisJson(runs)
                                         : base::printableLines(perf::analysisText(runs, most)));
    } catch (const std::invalid_argument& error) {
        // Each run can be used, but not together.
        throw std::runtime_error(error.what());
    }
    return kDone;
}

}  // namespace

Command analyzeCommand() {
    return {"find what limits a program, with advice", {"gantry analyze mpirun.gantry"}, execute};
}

}  // namespace gantry::tools
