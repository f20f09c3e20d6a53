#include <base/text/Printable.hpp>
#include <perf/analysis/ClockText.hpp>
#include <perf/analysis/IdentityViews.hpp>
#include <perf/analysis/MessageMatching.hpp>
#include <perf/analysis/ProfileText.hpp>
#include <perf/recording/ArchiveMerge.hpp>
#include <perf/recording/TraceSource.hpp>

#include <filesystem>
#include <iostream>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "Command.hpp"
#include "OptionValues.hpp"
#include "RunNotes.hpp"

namespace gantry::tools {

namespace {

namespace fs = std::filesystem;

using Files = std::vector<fs::path>;

// Before anything is read, so that nobody waits in vain.
void checkOutput(const fs::path& output, const Files& archives, bool force) {
    std::error_code none;
    for (const fs::path& archive : archives) {
        if (fs::equivalent(output, archive, none)) {
            throw UsageError("--output: " + output.string() +
                             " is one of the archives to merge; name another file");
        }
    }
    if (!force && fs::exists(output, none)) {
        throw UsageError("--output: " + output.string() +
                         " exists; name another file, or replace it with --force");
    }
    requireOutputOf("output", output);
}

void checkNamedTwice(const Files& archives) {
    std::set<fs::path> known;
    for (const fs::path& archive : archives) {
        std::error_code none;
        // Compared as canonical paths: a rank that is merged twice would count twice.
        if (!known.insert(fs::weakly_canonical(archive, none)).second) {
            throw UsageError(archive.string() + " is named twice; name each archive once");
        }
    }
}

// What the clocks of several machines need: the traces stay as they are, and `gantry trace
// --messages` does it again.
void reportClocks(const perf::Profile& profile, const Files& traces) {
    const std::string clock = perf::clockOfRun(profile);
    if (clock.empty()) {
        return;
    }
    std::cout << perf::paragraph("Clock     ", clock);
    if (perf::readsOneClock(profile) || traces.size() < 2) {
        return;
    }
    perf::MessageMatcher matcher;
    for (const fs::path& trace : traces) {
        matcher.add(perf::Trace(perf::readTraceSource(trace.string()).chunks));
    }
    std::cout << perf::orderText(matcher.result().clock);
}

void report(const perf::MergedRun& run, const fs::path& output, const Files& traces) {
    std::cout << base::printable(output.string()) << ": "
              << base::printableLines(perf::processesText(run.profile));
    for (const fs::path& trace : traces) {
        std::cout << base::printable(trace.string()) << ": a trace\n";
    }
    reportClocks(run.profile, traces);
}

OptionParser mergeParser() {
    OptionParser parser(
        "gantry merge [options] ARCHIVE...",
        "Merges the archives of the ranks or processes of one run, each measured by its own "
        "`gantry exec` or recovered after a crash, into one archive with every rank, its host "
        "and its threads, and the values over ranks. Missing ranks are reported. The input files "
        "are not changed; a damaged one is reported and skipped.",
        {"gantry merge ring.rank*.gantry --output ring.gantry",
         "gantry merge ring.gantry late.rank2.gantry -o all.gantry   adds a missing rank"});
    parser
        .option("output", "FILE",
                "Archive to write, or JSON profile if the name ends in .json (default: "
                "merged.gantry). Traces are written next to it, one for each rank.")
        .option("detailed-ranks", "N",
                "For up to N ranks (default: 64), keep the threads and call paths of each rank. "
                "For more, keep them only in sum, and the values of each rank rounded to 0.4 %.")
        .flag("force", "Replace an existing file.")
        .positional("ARCHIVE...");
    return parser;
}

int execute(const Words& words) {
    OptionParser parser = mergeParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    const fs::path output = parser.value("output").value_or("merged.gantry");
    const auto detailed = detailedRanksValue(parser);
    const Files archives(parser.positionalWords().begin(), parser.positionalWords().end());
    checkNamedTwice(archives);
    checkOutput(output, archives, parser.has("force"));
    const perf::MergedRun run = perf::mergedRun(archives, detailed);
    const Files traces = perf::writeMerged(run, output);
    report(run, output, traces);
    return reportLeftOut(run.unreadable);
}

}  // namespace

Command mergeCommand() {
    return {"merge the archives of several ranks",
            {"gantry merge ring.rank*.gantry -o ring.gantry"},
            execute};
}

}  // namespace gantry::tools
