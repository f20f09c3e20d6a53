#include <base/files/AtomicFile.hpp>
#include <base/text/Joined.hpp>
#include <base/text/Printable.hpp>
#include <base/text/ShellWord.hpp>
#include <perf/analysis/ProfileText.hpp>
#include <perf/analysis/SelectionProposal.hpp>
#include <perf/engine/MeasurementSettings.hpp>
#include <perf/recording/ArchiveMerge.hpp>
#include <perf/runs/RunFile.hpp>
#include <perf/runs/RunSets.hpp>

#include <iostream>
#include <string>
#include <utility>

#include "Command.hpp"
#include "OptionParser.hpp"
#include "OptionValues.hpp"
#include "RunNotes.hpp"

namespace gantry::tools {

namespace {

OptionParser selectParser() {
    OptionParser parser(
        "gantry select [options] RUN...",
        "Makes a selection for --select of `gantry exec` and `gantry run`: it excludes timers that "
        "were called often, took little time for a call and little of the run, and were therefore "
        "expensive to measure. Timers that contain MPI calls or file operations are never "
        "excluded. Also reports how much measurement overhead this saves. The time of an excluded "
        "timer is then part of its callers' own time. Several archives of one run, such as those "
        "of its ranks, are added up.",
        {"gantry select solver.gantry > solver.selection",
         "gantry select --output solver.selection solver.gantry   also prints what is excluded",
         "gantry exec --select solver.selection -- ./solver       measures the rest",
         "gantry select --keep 'solve*,io' --share 50% solver.gantry",
         "gantry select --extend solver.selection --output more.selection solver.2.gantry"});
    parser
        .option("output", "FILE",
                "Selection file to write (docs/formats/selection.md); an existing file is replaced "
                "(default: standard output).")
        .option("calls", "N", "Exclude what was called more than N times (default: 100000) ...")
        .option("average", "TIME",
                "... and took less than TIME for a call, with what is inside it (default: 10us) "
                "...")
        .option("share", "PERCENT",
                "... and at most PERCENT of the time of the run, without what is inside it "
                "(default: 5%).")
        .option("keep", "LIST",
                "Never exclude timers whose name or group matches one of these patterns, separated "
                "by commas.")
        .option("extend", "FILE",
                "Keep the rules of this selection file: what it includes is never excluded.");
    addRowsOption(parser, "table");
    parser.flag("json", "Print the result as JSON (docs/formats/select.md).").positional("RUN...");
    return parser;
}

perf::SelectionLimits limitsOf(const OptionParser& parser) {
    perf::SelectionLimits limits;
    limits.calls = countValue(parser, "calls").value_or(limits.calls);
    if (const auto average = timeValue(parser, "average")) {
        limits.averageNs = static_cast<double>(*average);
    }
    limits.share = percentValue(parser, "share").value_or(limits.share);
    limits.keep = perf::parsePatterns(parser.value("keep").value_or(""));
    if (const auto file = parser.value("extend")) {
        try {
            limits.before = perf::readSelection(*file);
        } catch (const perf::SelectionError& error) {
            throw UsageError(std::string("--extend: ") + error.what());
        }
    }
    return limits;
}

struct SelectInput {
    perf::Profile profile;
    int status = kDone;
};

SelectInput readInput(const Words& words) {
    const perf::RunSet set = readWords([&] { return perf::runSetOf(words); });
    if (set.files.size() == 1) {
        return {perf::readProfileFile(set.files.front())};
    }
    perf::MergedRun run = perf::mergedRun(set.files);
    return {std::move(run.profile), reportLeftOut(run.unreadable)};
}

std::string writtenText(const std::string& file) {
    return perf::paragraph("Written   ", file) +
           perf::paragraph("Next      ",
                           "gantry exec --select " + base::shellWord(file) + " -- PROGRAM");
}

int execute(const Words& words) {
    OptionParser parser = selectParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    const perf::SelectionLimits limits = limitsOf(parser);
    const std::size_t most = rowsValue(parser);
    const auto output = parser.value("output");
    if (output) {
        requireOutputOf("output", *output, "nothing was selected");
    }
    const SelectInput input = readInput(parser.positionalWords());
    const perf::SelectionProposal proposal = perf::proposeSelection(input.profile, limits);
    const std::string text =
        perf::selectionText(proposal, base::joined(parser.positionalWords(), " "));
    if (output) {
        base::writeAtomically(*output, text);
    }
    if (parser.has("json")) {
        std::cout << perf::proposalJson(proposal);
    } else if (output) {
        std::cout << base::printableLines(perf::proposalText(proposal, most) +
                                          writtenText(*output));
    } else {
        std::cout << text;
    }
    return input.status;
}

}  // namespace

Command selectCommand() {
    return {"exclude timers that cost more to measure than they show",
            {"gantry select --output solver.selection solver.gantry"},
            execute};
}

}  // namespace gantry::tools
