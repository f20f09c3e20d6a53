#include <base/InputError.hpp>
#include <base/text/Printable.hpp>
#include <perf/analysis/findings/RunAnalysis.hpp>
#include <perf/machine/MachineFile.hpp>
#include <perf/runs/RunFindings.hpp>
#include <perf/runs/RunSets.hpp>

#include <filesystem>
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
#include "RunNotes.hpp"

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
                "user).");
    addRowsOption(parser, "table");
    parser.flag("json", "Print the result as JSON (docs/formats/analysis.md).")
        .positional("RUN...");
    return parser;
}

void readMachine(const OptionParser& parser, perf::AnalysisRequest& request) {
    if (const auto file = parser.value("machine")) {
        if (!std::filesystem::exists(*file)) {
            throw UsageError("--machine: " + base::printable(*file) +
                             " cannot be read; `gantry calibrate --output FILE` writes one");
        }
        request.machine = perf::describedMachine(*file);
    } else {
        request.machine = perf::machineOfUser();
        if (request.machine.model.isDefault()) {
            request.machine.words += "; `gantry calibrate` measures them";
        }
    }
}

std::vector<perf::RunAnalysis> analyzed(const perf::RunSet& set,
                                        const perf::AnalysisRequest& request) {
    const ProgressLine progress("reading runs");
    return perf::analyzeRuns(set.files, request, printNote);
}

int execute(const Words& words) {
    OptionParser parser = analyzeParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    perf::AnalysisRequest request{rulesValue(parser), {}};
    request.least = percentValue(parser, "least").value_or(request.least);
    const std::size_t most = rowsValue(parser);
    const perf::RunSet set = readWords([&] { return perf::runSetOf(parser.positionalWords()); });
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
