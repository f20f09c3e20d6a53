#include <base/text/NumberText.hpp>
#include <perf/analysis/MessagesText.hpp>
#include <perf/analysis/TraceKindsText.hpp>
#include <perf/analysis/TraceRows.hpp>
#include <perf/analysis/TraceText.hpp>
#include <perf/recording/TimelineSource.hpp>
#include <perf/recording/TraceSource.hpp>
#include <perf/trace/Replay.hpp>

#include <iostream>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "Command.hpp"
#include "OptionValues.hpp"
#include "RunNotes.hpp"
#include "TimelineQueries.hpp"

namespace gantry::tools {

namespace {

/// Which rows are wanted.
struct Request {
    perf::TraceSelection rows;
    perf::TraceText::Format format = perf::TraceText::Format::Text;
};

OptionParser traceParser() {
    OptionParser parser(
        "gantry trace [options] FILE|PID|SEGMENT...",
        "Lists the starts, stops and events of a trace: from an archive, a trace file, a running "
        "program, or the segment of a killed one. The last line reports whether their totals "
        "equal those of the profile.",
        {"gantry trace run.gantry",
         "gantry trace --last 50 4711        the last records of a "
         "running program",
         "gantry trace --from 1.5 --to 1.6 --thread 0 app.trace",
         "gantry trace --messages mpirun.gantry",
         "gantry trace --query shares --from 1s --to 2s run.gantry",
         "gantry trace --timer '*integrate*' --csv run.gantry > calls.csv"});
    parser.option("thread", "N", "Show only this thread, as numbered in the profile.")
        .option("from", "TIME",
                "Show only records from this time on: seconds since the start of the "
                "measurement, or with a unit, such as 20ms.")
        .option("to", "TIME", "Show only records up to this time.")
        .option("timer", "PATTERN",
                "Show only timers and events whose name matches, with the "
                "wildcards * and ?.")
        .option("last", "N", "Show only the last N of these records.")
        .flag("messages",
              "Show the messages of MPI instead, matched between ranks: of the archive of a "
              "traced run, or of the traces of its ranks.")
        .flag("kinds",
              "Show the kinds of records as the trace describes them, the number of each, and the "
              "rare ones field by field.")
        .flag("csv", "Print comma-separated values with a header line.")
        .flag("json", "Print one JSON document (docs/formats/report.md).")
        .positional("FILE|PID|SEGMENT...");
    addTimelineOptions(parser);
    return parser;
}

Request readRequest(const OptionParser& parser) {
    Request request;
    request.rows.thread = countValue(parser, "thread", std::numeric_limits<std::uint32_t>::max());
    request.rows.from = timeValue(parser, "from");
    request.rows.to = timeValue(parser, "to");
    request.rows.timer = parser.value("timer");
    request.rows.last = countValue(parser, "last");
    refuseBoth(parser, "json", "csv");
    if (parser.has("json")) {
        request.format = perf::TraceText::Format::Json;
    } else if (parser.has("csv")) {
        request.format = perf::TraceText::Format::Csv;
    }
    return request;
}

// Options that select records make no sense with what is about all of them.
void refuseSelection(const OptionParser& parser, const std::string& why) {
    if (const auto option = parser.firstGiven({"thread", "from", "to", "timer", "last"})) {
        throw UsageError(why + ", so --" + *option + " has no meaning with it");
    }
}

void refuseWithoutQuery(const OptionParser& parser) {
    if (const auto option = parser.firstGiven({"columns", "rows", "at", "component", "least",
                                               "most", "state", "receiver", "limit", "cursor"})) {
        throw UsageError("--" + *option + " has a meaning with --query only");
    }
}

perf::TraceSource sourceOf(const std::string& word) {
    perf::TraceSource source = perf::readTraceSource(word);
    if (!source.chunks.empty()) {
        return source;
    }
    const std::vector<std::string> ranks = perf::rankTraces(word);
    throw std::runtime_error(
        word + (ranks.front() != word
                    ? ": its ranks have a trace each; list one of them, such as " + ranks.front() +
                          ", or ask all by --messages or --query"
                    : ": there is no trace in it; `gantry run --trace latest` or `--trace drain` "
                      "keeps one"));
}

void printNotes(const perf::TraceSource& source) {
    for (const std::string& note : source.notes) {
        printNote(note);
    }
}

void list(const std::string& word, const Request& request) {
    perf::TraceSource source = sourceOf(word);
    const perf::Trace trace(std::move(source.chunks));
    perf::TraceText text(request.format, trace);
    std::cout << text.head();
    perf::forEachRow(trace, request.rows,
                     [&text](const perf::TraceRow& row) { std::cout << text.line(row); });
    std::optional<perf::TotalsCheck> check;
    if (source.profile && !source.running) {
        // Not of a program that runs: profile and trace are of different moments.
        check = perf::compareTotals(trace, *source.profile);
    }
    // Flushed before the notes, which go to the other stream.
    std::cout << text.tail(check, source.running) << std::flush;
    if (const std::uint64_t unknown = perf::unknownRecords(trace); unknown > 0) {
        source.notes.push_back(base::plural(unknown, "record") +
                               " of kinds that this program does not know; `gantry trace --kinds` "
                               "lists them");
    }
    printNotes(source);
}

perf::MessageMatching matched(const Words& words) {
    perf::MessageMatcher matcher;
    for (const std::string& word : words) {
        // With the traces of the ranks beside archives.
        for (const std::string& file : perf::rankTraces(word)) {
            perf::TraceSource source = perf::readTraceSource(file);
            if (source.chunks.empty()) {
                throw std::runtime_error(file +
                                         ": there is no trace in it; `gantry exec --trace drain` "
                                         "keeps one for each rank");
            }
            printNotes(source);
            matcher.add(perf::Trace(std::move(source.chunks)));
        }
    }
    return matcher.result();
}

void listKinds(const std::string& word, perf::TraceText::Format format) {
    perf::TraceSource source = sourceOf(word);
    std::cout << perf::traceKindsText(perf::Trace(std::move(source.chunks)), format) << std::flush;
    printNotes(source);
}

int execute(const Words& words) {
    OptionParser parser = traceParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    const Request request = readRequest(parser);
    if (parser.has("kinds") && (parser.has("query") || parser.has("messages"))) {
        throw UsageError("--kinds, --messages and --query are three questions; ask one at a time");
    }
    if (parser.has("query")) {
        queryTimeline(parser);
        return kDone;
    }
    refuseWithoutQuery(parser);
    if (parser.has("messages")) {
        refuseSelection(parser, "--messages matches all messages");
        std::cout << perf::messagesText(matched(parser.positionalWords()), request.format);
        return kDone;
    }
    if (parser.positionalWords().size() > 1) {
        throw UsageError("one trace is listed at a time; several are for --messages and --query");
    }
    if (parser.has("kinds")) {
        refuseSelection(parser, "--kinds counts all records");
        listKinds(parser.positionalWords().front(), request.format);
        return kDone;
    }
    list(parser.positionalWords().front(), request);
    return kDone;
}

}  // namespace

Command traceCommand() {
    return {"list the starts, stops and events of a trace", {}, execute};
}

}  // namespace gantry::tools
