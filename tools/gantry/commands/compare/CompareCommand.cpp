#include <base/text/Printable.hpp>
#include <perf/analysis/compare/Comparison.hpp>
#include <perf/analysis/compare/Scaling.hpp>
#include <perf/runs/ComparedRuns.hpp>
#include <perf/runs/RunSets.hpp>

#include <charconv>
#include <cmath>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "Command.hpp"
#include "GateHistory.hpp"
#include "OptionValues.hpp"
#include "ProgressLine.hpp"

namespace gantry::tools {

namespace {

OptionParser compareParser() {
    OptionParser parser(
        "gantry compare [options] [A B [C...]]",
        "Compares runs, or sets of runs: a set is a file, or a folder with all its runs. Every "
        "other set is compared with the first one. A row counts as changed only if the "
        "difference is larger than the noise can explain, after a correction for the number of "
        "rows, and larger than the limit. With one run in each set, differences are shown but "
        "none counts as a change. With --history, runs are compared with the results that "
        "`gantry gate` has kept of the same program on this machine.",
        {"gantry compare old.gantry new.gantry",
         "gantry compare old/ new/                     ten runs in each folder",
         "gantry compare --baseline old-*.gantry --candidate new-*.gantry",
         "gantry compare --total --metric cpu old/ new/",
         "gantry compare --markdown old/ new/ > comparison.md",
         "gantry compare --scaling strong n1/ n2/ n4/  efficiency, and where it is lost",
         "gantry compare --history gantry-history.db --name solver new.gantry"});
    parser.list("baseline", "RUN", "Files and folders of the first set, instead of A.")
        .list("candidate", "RUN", "Files and folders of the second set, instead of B.")
        .option("metric", "NAME", "Compare this metric (default: the first one of A).")
        .flag("total", "Compare inclusive values; without this option, exclusive ones.")
        .flag("per-rank", "Divide values by the number of ranks.")
        .option("limit", "PERCENT", "Smaller differences do not count as changes (default: 3%).")
        .option("noise", "PERCENT",
                "Standard deviation of the whole run from run to run, for sets too small to "
                "estimate it.")
        .option("rename", "OLD=NEW", "Timer OLD is named NEW in the later sets; may be repeated.")
        .option("scaling", "KIND",
                "strong or weak scaling: the sets are runs on more and more "
                "ranks.")
        .option("scale", "N,...",
                "With --scaling: the scale of each set (default: its number of "
                "ranks).");
    parser
        .option("history", "FILE",
                "Compare the runs with the history of a gate, in this file, instead.")
        .option("name", "NAME",
                "With --history: name of the gate (default: the command of the runs, or the only "
                "gate).");
    addRowsOption(parser, "list");
    parser.flag("markdown", "Print Markdown, for a comment on a merge request.")
        .flag("json", "Print JSON (docs/formats/comparison.md).")
        .positional("[RUN...]");
    return parser;
}

// What is not known of a history: its results have neither call paths nor ranks.
void refuseWithHistory(const OptionParser& parser) {
    for (const char* const option : {"baseline", "candidate", "total", "per-rank", "noise",
                                     "rename", "scaling", "scale", "top"}) {
        refuseBoth(parser, "history", option);
    }
}

std::map<std::string, std::string> renamesOf(const OptionParser& parser) {
    std::map<std::string, std::string> renames;
    for (const std::string& word : parser.values("rename")) {
        const std::size_t equal = word.find('=');
        // Neither name may be empty.
        if (equal == 0 || equal == std::string::npos || equal + 1 == word.size()) {
            throw UsageError("--rename takes OLD=NEW, not '" + word + "'");
        }
        renames[word.substr(0, equal)] = word.substr(equal + 1);
    }
    return renames;
}

std::vector<perf::RunSet> setsOf(const OptionParser& parser) {
    const Words& words = parser.positionalWords();
    const bool named = parser.has("baseline") || parser.has("candidate");
    if (named && (!words.empty() || !parser.has("baseline") || !parser.has("candidate"))) {
        throw UsageError("--baseline and --candidate belong together, and take the place of A B");
    }
    if (named) {
        return {readValue("baseline", [&] { return perf::runSetOf(parser.values("baseline")); }),
                readValue("candidate", [&] { return perf::runSetOf(parser.values("candidate")); })};
    }
    if (words.size() < 2) {
        throw UsageError("two runs or sets are needed: gantry compare A B");
    }
    std::vector<perf::RunSet> sets;
    sets.reserve(words.size());
    for (const std::string& word : words) {
        sets.push_back(readWords([&] { return perf::runSetIn(word); }));
    }
    return sets;
}

perf::ComparedRuns readRuns(const std::vector<perf::RunSet>& sets, const OptionParser& parser) {
    const ProgressLine progress("reading runs");
    return perf::readComparedRuns(
        sets, {parser.value("metric").value_or(""), parser.has("per-rank"), renamesOf(parser)});
}

enum class Format { Text, Markdown, Json };

Format formatOf(const OptionParser& parser) {
    refuseBoth(parser, "json", "markdown");
    return parser.has("json")       ? Format::Json
           : parser.has("markdown") ? Format::Markdown
                                    : Format::Text;
}

void printComparisons(const std::vector<perf::RunSet>& sets, const perf::ComparedRuns& runs,
                      const perf::ComparisonOptions& options, const OptionParser& parser) {
    const Format format = formatOf(parser);
    if (format == Format::Json && sets.size() > 2) {
        throw UsageError("--json compares two sets, not " + std::to_string(sets.size()));
    }
    for (std::size_t set = 1; set < sets.size(); ++set) {
        const perf::Comparison comparison =
            perf::compareRuns(runs.table, runs.sets.front(), runs.sets[set], options, runs.facts);
        const perf::ComparisonText text{runs.table,      comparison,        sets.front().label,
                                        sets[set].label, rowsValue(parser), "--top",
                                        "--rename"};
        std::cout << (set == 1 ? "" : "\n")
                  << (format == Format::Json       ? perf::comparisonJson(text)
                      : format == Format::Markdown ? perf::comparisonMarkdown(text)
                                                   : perf::comparisonText(text));
    }
}

double scaleOf(const std::string& word) {
    double scale = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), scale);
    if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(scale) ||
        scale <= 0) {
        throw UsageError("--scale takes numbers above 0, such as 1,2,4, not '" + word + "'");
    }
    return scale;
}

std::vector<double> scalesOf(const OptionParser& parser, const perf::ComparedRuns& runs) {
    if (!parser.has("scale")) {
        return perf::ranksOf(runs.table, runs.sets);
    }
    std::vector<double> scales;
    std::istringstream list(*parser.value("scale"));
    for (std::string word; std::getline(list, word, ',');) {
        scales.push_back(scaleOf(word));
    }
    if (scales.size() != runs.sets.size()) {
        throw UsageError(
            "--scale takes one number for each set: " + std::to_string(runs.sets.size()) +
            ", not " + std::to_string(scales.size()));
    }
    return scales;
}

void printScaling(const perf::ComparedRuns& runs, const std::string& kind,
                  const OptionParser& parser) {
    const Format format = formatOf(parser);
    const perf::Scaling scaling =
        perf::scalingOf(runs.table, runs.sets, scalesOf(parser, runs),
                        kind == "weak" ? perf::ScalingKind::Weak : perf::ScalingKind::Strong);
    const std::size_t most = rowsValue(parser);
    std::cout << (format == Format::Json       ? perf::scalingJson(scaling)
                  : format == Format::Markdown ? perf::scalingMarkdown(scaling, most)
                                               : perf::scalingText(scaling, most));
}

int execute(const Words& words) {
    OptionParser parser = compareParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    perf::ComparisonOptions options;
    options.total = parser.has("total");
    options.limit = percentValue(parser, "limit").value_or(options.limit);
    options.noise = percentValue(parser, "noise");
    if (const auto history = parser.value("history")) {
        refuseWithHistory(parser);
        refuseBoth(parser, "json", "markdown");
        return compareWithGate(parser, *history, options.limit);
    }
    if (parser.has("name")) {
        throw UsageError("--name: '" + *parser.value("name") +
                         "' is the name of a gate in a history: give --history as well");
    }
    const std::optional<std::string> scaling = choiceValue(parser, "scaling", {"strong", "weak"});
    (void)formatOf(parser);
    (void)rowsValue(parser);
    const std::vector<perf::RunSet> sets = setsOf(parser);
    try {
        const perf::ComparedRuns runs = readRuns(sets, parser);
        if (scaling) {
            printScaling(runs, *scaling, parser);
        } else {
            printComparisons(sets, runs, options, parser);
        }
    } catch (const perf::NothingInBothError& error) {
        throw std::runtime_error(std::string(error.what()) +
                                 "; --rename OLD=NEW matches timers that have another name now");
    }
    return kDone;
}

}  // namespace

Command compareCommand() {
    return {"compare runs or sets of runs", {"gantry compare old.gantry new.gantry"}, execute};
}

}  // namespace gantry::tools
