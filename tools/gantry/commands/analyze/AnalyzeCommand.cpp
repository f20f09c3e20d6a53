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
        "wait for which others, and the critical path. Several runs are repetitions of one program "
        "and are judged together: a finding of all of them is reported with the confidence that "
        "all of them give it. With --each, every run is reported by itself, and its computation is "
        "compared with that of the first, such as on more ranks.",
        {"gantry analyze mpirun.gantry",
         "gantry exec --metrics wall,cpu --trace drain -- mpirun -n 4 ./solver   makes the "
         "archive",
         "gantry analyze runs/                    the repetitions in a folder, together",
         "gantry analyze 1.gantry 2.gantry 3.gantry",
         "gantry analyze --each on4.gantry on8.gantry   efficiency on 4 and 8 ranks",
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
    parser.flag("each", "Report each run by itself, and do not judge several runs together.");
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

// What the command line knows of judging repetitions.
void addAdvice(std::vector<perf::RunAnalysis>& runs) {
    for (perf::RunAnalysis& run : runs) {
        for (perf::Finding& finding : run.findings) {
            if (!finding.repetition.empty()) {
                finding.repetition += " `gantry analyze RUN RUN RUN` judges repetitions together.";
            }
        }
    }
}

std::string eachText(const OptionParser& parser, const perf::RunSet& set,
                     const perf::AnalysisRequest& request, std::size_t most) {
    std::vector<perf::RunAnalysis> runs;
    {
        const ProgressLine progress("reading runs");
        runs = perf::analyzeRuns(set.files, request, printNote);
    }
    addAdvice(runs);
    return parser.has("json") ? perf::analysisJson(runs)
                              : base::printableLines(perf::analysisText(runs, most));
}

std::string togetherText(const OptionParser& parser, const perf::RunSet& set,
                         const perf::AnalysisRequest& request, std::size_t most) {
    perf::RepeatedRuns together;
    {
        const ProgressLine progress("reading runs");
        together = perf::analyzeTogether(set.files, request, printNote);
    }
    addAdvice(together.runs);
    if (parser.has("json")) {
        return perf::repeatedRunsJson(together);
    }
    std::string text = perf::repeatedRunsText(together, most);
    if (together.runs.size() > 1) {
        text += "\nNext       gantry analyze " + together.runs[together.median].name +
                "   efficiency and waits of the run with the median time\n";
    }
    return base::printableLines(text);
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
        const bool isEach = set.files.size() == 1 || parser.has("each");
        std::cout << (isEach ? eachText(parser, set, request, most)
                             : togetherText(parser, set, request, most));
    } catch (const perf::NotRepetitionsError& error) {
        throw std::runtime_error(error.what() +
                                 std::string("; `gantry analyze --each` reports each by itself"));
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
