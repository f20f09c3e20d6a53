#include <base/text/Printable.hpp>
#include <perf/analysis/IdentityViews.hpp>
#include <perf/analysis/ModuleTable.hpp>
#include <perf/analysis/Overview.hpp>
#include <perf/analysis/ReportDocument.hpp>
#include <perf/analysis/ReportViews.hpp>
#include <perf/analysis/SourceTable.hpp>
#include <perf/analysis/ViewTables.hpp>
#include <perf/archive/Archive.hpp>
#include <perf/exporters/Exporter.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/sources/SourceState.hpp>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "Command.hpp"
#include "HtmlReport.hpp"
#include "NextCommands.hpp"
#include "OptionValues.hpp"
#include "ReportChoices.hpp"
#include "ReportInput.hpp"
#include "SingleTables.hpp"

namespace gantry::tools {

namespace {

// The tables, where there is something in them.
std::vector<perf::ReportTable> recorded(const std::string& view,
                                        std::vector<perf::ReportTable> tables) {
    if (view == "io" && tables.empty()) {
        throw std::runtime_error(
            "no I/O was recorded in this run; measure it with: gantry exec --modules posix,stdio "
            "-- PROGRAM");
    }
    if (view == "memory" && tables.front().rows.empty()) {
        throw std::runtime_error(
            "no memory was recorded in this run; measure it with: gantry exec --modules "
            "usual,memory -- PROGRAM");
    }
    return tables;
}

void addViewOptions(OptionParser& parser) {
    parser
        .flag("overview",
              "Show where the time went, what limits the run, and what to look at next, as at the "
              "end of `gantry exec`.")
        .flag("flat", "Timers, over all call paths and threads (default).")
        .flag("tree", "Call paths, over all threads.")
        .flag("groups", "Groups of timers; the timers of a component are one.")
        .flag("phases", "The timers of each phase, over all its calls.")
        .flag("instances", "The timers of each instance of each phase.")
        .flag("threads", "Threads.")
        .flag("events", "Events.")
        .flag("messages", "Messages of MPI: from rank to rank, by communicator and by size.")
        .flag("io",
              "Files: totals, each file with its time, access sizes, and notable access patterns.")
        .flag("memory", "Allocated memory, by the call paths that requested it, and leaks.")
        .flag("states", "How long each rank was busy, idle, and in overhead.")
        .flag("ranks", "Timers over the ranks of a parallel run.")
        .flag("changes", "Every change of the assembly, including swaps (archives only).")
        .flag("decisions", "Every decision of a tuner and its outcome (archives only).");
}

void addRowOptions(OptionParser& parser) {
    parser
        .option("by", "WHAT",
                "Group rows by rank, host or thread, or by function: each timer over all threads "
                "of all ranks, with its imbalance and where it took longest.")
        .option("of", "THREADS",
                "Show only these threads: rank=2, host=node3, or thread=5 as numbered by --by "
                "thread. For views of timers, call paths and threads.")
        .flag("library-threads",
              "With --threads and --by: also show threads that libraries created for their own "
              "use.")
        .flag("functions", "Functions found by call stack samples, largest own time first.")
        .flag("sources",
              "Source files with lines that were measured, and which of them the archive keeps.")
        .option(
            "source", "FILE",
            "Lines of a source file with their share of the samples and their timers; the end "
            "of its path is enough. The text is that of the archive (gantry exec --sources), or "
            "else of the file.")
        .option("module", "NAME",
                "What this module recorded: the report that the module brings, or else every "
                "value with its unit.")
        .flag("fields", "With --module: every value with its unit, also of a module with a report.")
        .option("rules", "FILE",
                "Rules that classify timers, for --states "
                "(docs/formats/states.md).");
}

OptionParser reportParser() {
    OptionParser parser(
        "gantry report [options] FILE...",
        "Prints tables of a run from its archive or JSON profile. Without a choice of views, it "
        "shows timers by component and method, values over ranks, events, threads and warnings. "
        "Several archives must be the ranks of one run; they are shown as `gantry merge` would "
        "merge them.",
        {"gantry report optimize.gantry", "gantry report --tree --top 20 run.gantry",
         "gantry report --groups --format md run.gantry > report.md",
         "gantry report --threads --metric cpu --format csv run.gantry",
         "gantry report --raw run.gantry", "gantry report --changes --decisions run.gantry",
         "gantry report --sort calls --top 5 --json run.gantry",
         "gantry report --by function ring.rank*.gantry",
         "gantry report --of rank=2 --tree mpirun.gantry",
         "gantry report --io --top 20 python3.gantry",
         "gantry report --html run.gantry -o report.html"});
    parser.option("format", "NAME", "Output format: text (default), json, csv or md.")
        .flag("json", "Same as --format json (docs/formats/report.md).");
    addViewOptions(parser);
    addRowOptions(parser);
    parser
        .option("sort", "COLUMN",
                "Column to sort by, largest value first; `name` sorts "
                "alphabetically (default: exclusive).")
        .option("metric", "NAME",
                "Show only this metric, such as `sampled` for functions "
                "found by samples (default: all but `sampled`, sorted by the first).")
        .option("top", "N", "Show only the first N rows of each table.");
    addRawOption(parser);
    parser.flag("document", "Print the complete profile as JSON instead (docs/formats/profile.md).")
        .flag("html",
              "Write one HTML file instead: flame graph, tables, ranks, messages, components, "
              "changes and decisions. It opens in a browser and needs no server.")
        .option("output", "FILE",
                "With --html: file to write (default: standard output). It is written completely "
                "or not at all.")
        .positional("FILE...");
    return parser;
}

std::string formatOf(const OptionParser& parser) {
    std::string format = choiceValue(parser, "format", {"text", "json", "csv", "md"})
                             .value_or(parser.has("json") ? "json" : "text");
    if (parser.has("json") && format != "json") {
        // --json and --format json together say the same and are allowed.
        throw UsageError("--json and --format " + format + " contradict each other");
    }
    return format;
}

std::vector<std::string> chosenViews(const OptionParser& parser) {
    std::vector<std::string> views;
    for (const std::string& view : perf::viewNames()) {
        if (parser.has(view)) {
            views.push_back(view);
        }
    }
    return views;
}

std::optional<perf::ReportBy> byWhat(const OptionParser& parser) {
    const std::optional<std::string> word =
        choiceValue(parser, "by", {"rank", "host", "thread", "function"});
    if (!word && !parser.has("threads") && parser.has("library-threads")) {
        throw UsageError("--library-threads goes with --threads and --by");
    }
    return word ? perf::reportByName(*word) : std::nullopt;
}

/// whole: the option that asks for all of the profile.
void refuseWith(const std::string& whole, const OptionParser& parser) {
    if (const auto option = parser.firstGiven(
            {"format", "json", "sort", "metric", "top", "by", "module", "source"})) {
        throw UsageError(whole + " prints all of the profile, so --" + *option +
                         " has no meaning with it");
    }
    if (!chosenViews(parser).empty()) {
        throw UsageError(whole + " prints all of the profile; choose it or views");
    }
}

void refuseContradictions(const OptionParser& parser) {
    if (parser.has("document")) {
        refuseWith("--document", parser);
    }
    if (parser.has("fields") && !parser.has("module")) {
        throw UsageError("--fields goes with --module NAME");
    }
    if (parser.has("overview")) {
        refuseWith("--overview", parser);
    }
    if (parser.has("html")) {
        refuseWith("--html", parser);
        refuseBoth(parser, "html", "document");
    } else if (parser.has("output")) {
        throw UsageError("--output belongs to --html; other reports go to standard output");
    }
}

std::string wantedHistory(const OptionParser& parser) {
    const std::vector<std::string> views = chosenViews(parser);
    const auto asked = std::find_if(views.begin(), views.end(), perf::isOfHistory);
    const bool withSources = parser.has("sources") || parser.has("source");
    return asked != views.end() ? *asked
           : parser.has("html") ? "html"
           : withSources        ? "sources"
                                : "";
}

perf::ReportDocument documentOf(const OptionParser& parser, const ReportInput& input,
                                bool forPeople) {
    const perf::Profile& profile = input.profile;
    const perf::ShownMetrics metrics = metricsOf(parser, profile);
    const std::size_t most = countValue(parser, "top").value_or(0);
    const std::optional<std::string> order = parser.value("sort");
    std::vector<std::string> views = chosenViews(parser);
    const auto by = byWhat(parser);
    const perf::StateRules rules = rulesValue(parser);
    const perf::ViewSource source{profile, input.history, metrics, rules,
                                  parser.has("library-threads")};
    const bool chosen = !views.empty() || by || parser.has("module") || parser.has("source");
    if (!chosen) {
        views = perf::usualViews(profile, rules, forPeople);
    }
    perf::ReportDocument report{profile, {}};
    const auto add = [&](perf::ReportTable table, bool sorted) {
        if (order && sorted) {
            readValue("sort", [&] { perf::sortRows(table, *order); });
        }
        perf::keepFirst(table, most);
        report.tables.push_back(std::move(table));
    };
    if (const std::optional<std::string> module = parser.value("module")) {
        add(moduleTableOf(profile, *module, {parser.has("fields"), forPeople}), true);
    }
    if (const std::optional<std::string> file = parser.value("source")) {
        add(sourceTable(input, *file), false);
    }
    if (by) {
        add(perf::identityTable(profile, metrics, *by, source.withLibraries, input.ranks), true);
    }
    for (const std::string& view : views) {
        for (perf::ReportTable& table : recorded(view, perf::viewTables(view, source))) {
            // Other usual tables have an order of their own, which --sort need not fit.
            add(std::move(table), chosen || view == "flat");
        }
    }
    return report;
}

int execute(const Words& words) {
    OptionParser parser = reportParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    const std::string format = formatOf(parser);
    // Checked before files are read, so that a mistake on the command line costs no time.
    (void)countValue(parser, "top");
    refuseContradictions(parser);
    (void)byWhat(parser);
    const std::optional<perf::ThreadChoice> of = threadsWanted(parser);
    const std::string& file = parser.positionalWords().front();
    ReportInput input = readReportInput(parser.positionalWords(), wantedHistory(parser));
    if (of) {
        readValue("of", [&] { perf::keepThreads(input.profile, *of); });
    }
    if (!parser.has("raw")) {
        input.profile = perf::compensatedWhereKnown(std::move(input.profile));
    }
    if (parser.has("overview")) {
        const perf::OverviewFacts facts{.keepsChildren = true};
        std::cout << base::printableLines(
            perf::overviewText(input.profile, facts) +
            nextText(perf::timeLimits(input.profile, facts), {file, ""}));
        return input.status;
    }
    if (parser.has("document")) {
        perf::exporterNamed("json").write({input.profile}, std::cout);
        return input.status;
    }
    if (parser.has("html")) {
        perf::noteChanges(input.history.sources);
        writeHtmlReport(parser.positionalWords(), input.profile, input.history,
                        parser.value("output"));
        return input.status;
    }
    const bool forPeople = format == "text" || format == "md";
    const perf::ReportDocument report = documentOf(parser, input, forPeople);
    if (format == "json") {
        std::cout << perf::reportJson(report);
    } else if (format == "csv") {
        std::cout << perf::reportCsv(report);
    } else {
        std::cout << (format == "md" ? perf::reportMarkdown(report) : perf::reportText(report));
    }
    return input.status;
}

}  // namespace

Command reportCommand() {
    return {"print tables of a measured run", {"gantry report application.gantry"}, execute};
}

}  // namespace gantry::tools
