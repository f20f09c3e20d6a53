#include <base/InputError.hpp>
#include <base/text/Printable.hpp>
#include <perf/analysis/findings/RunAnalysis.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/runs/RunFile.hpp>

#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "Command.hpp"
#include "OptionValues.hpp"
#include "ProgressLine.hpp"
#include "RunSets.hpp"

namespace gantry::tools {

namespace {

OptionParser analyzeParser() {
    OptionParser parser(
        "gantry analyze [options] RUN...",
        "Says what limits a program of several ranks: how well the run, its phases and its\n"
        "regions used their ranks. Of several runs, which are of one program, each is shown, and\n"
        "computation is compared with the first one.",
        {"gantry analyze mpirun.gantry", "gantry analyze runs/",
         "gantry exec --metrics wall,cpu -- mpirun -n 4 ./solver && gantry analyze mpirun.gantry",
         "gantry analyze --json mpirun.gantry > analysis.json"});
    parser
        .option("rules", "FILE",
                "Which timers are communication: idle and overhead of docs/formats/states.md.")
        .option("top", "N", "Rows in each table (default: 20; 0: all).")
        .flag("json", "As JSON (docs/formats/analysis.md).")
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

std::vector<perf::RunAnalysis> analyzed(const RunSet& set, const perf::StateRules& rules) {
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
        try {
            runs.push_back({name, perf::efficiencyOf(*profile, rules)});
        } catch (const std::invalid_argument& error) {
            throw std::runtime_error(name + ": " + error.what());
        }
        if (runs.size() > 1) {
            runs.back().computation =
                perf::computationEfficiency(runs.front().efficiency, runs.back().efficiency);
        }
    }
    return runs;
}

int execute(const Words& words) {
    OptionParser parser = analyzeParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    const perf::StateRules rules = rulesOf(parser);
    const std::size_t most = countValue(parser, "top").value_or(20);
    const RunSet set = runSetOf(parser.positionalWords());
    try {
        const std::vector<perf::RunAnalysis> runs = analyzed(set, rules);
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
    return {
        "say what limits a program of several ranks", {"gantry analyze mpirun.gantry"}, execute};
}

}  // namespace gantry::tools
