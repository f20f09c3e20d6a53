#include <base/text/Paragraph.hpp>
#include <perf/exporters/ExportOutput.hpp>
#include <perf/exporters/Exporter.hpp>
#include <perf/runs/RunInput.hpp>

#include <iostream>
#include <optional>
#include <string>

#include "Command.hpp"
#include "OptionParser.hpp"
#include "ProgressLine.hpp"
#include "RunNotes.hpp"

namespace gantry::tools {

namespace {

OptionParser exportParser() {
    OptionParser parser(
        "gantry export --to FORMAT [options] FILE... | --list",
        "Converts a run measured by `gantry run` or `gantry exec` to a format of another tool. "
        "FILE is an archive or a JSON profile; for trace formats, also a trace file, a segment "
        "or a process. Several files are the ranks of one run. The measurement overhead is "
        "subtracted from times where it is known; csv and json say so. For an HTML page, see "
        "`gantry report --html`.",
        {"gantry export --list", "gantry export --to csv run.gantry > run.csv",
         "gantry export --to folded --output run.folded run.gantry      for flame graphs",
         "gantry export --to chrome --window 1.5:1.6 --output run.trace.json run.gantry",
         "gantry export --to pprof --ranks 0,2 --output run.pb.gz run.rank*.gantry"});
    parser.option("to", "FORMAT", "Format to write; --list shows all.")
        .option("output", "FILE",
                "File to write (default: standard output), or folder for a format of several "
                "files. It is written completely or not at all.")
        .option("window", "FROM:TO",
                "Export only this part of the trace: times since the start of the measurement in "
                "seconds, or with a unit, such as 20ms:30ms. Either one may be omitted. Calls "
                "are cut at the ends.")
        .option("ranks", "RANKS", "Export only these ranks, such as 0,4:7.")
        .flag("raw",
              "Export values as measured. Without this option, the measurement overhead is "
              "subtracted where it is known, as in gantry report. Traces always contain the "
              "measured times.")
        .flag("list", "List the formats, what they contain, and what they cannot represent.")
        .positional("[FILE...]");
    return parser;
}

void printFormats() {
    constexpr base::ParagraphShape kShape{13, 80};
    for (const perf::Exporter& format : perf::allExporters()) {
        std::cout << base::paragraph(format.name, format.summary, kShape);
        if (*format.leftOut != '\0') {
            std::cout << base::paragraph("", std::string("without: ") + format.leftOut, kShape);
        }
        if (format.trace == perf::TraceUse::Required) {
            std::cout << base::paragraph("", "needs a trace", kShape);
        }
    }
}

perf::RunRequest readRequest(const OptionParser& parser, const perf::Exporter& format) {
    perf::RunRequest request;
    request.files = parser.positionalWords();
    request.trace = format.trace;
    request.raw = parser.has("raw");
    if (const auto ranks = parser.value("ranks")) {
        request.ranks = readValue("ranks", [&] { return perf::parseRanks(*ranks); });
    }
    if (const auto window = parser.value("window")) {
        // An option without any effect is refused, so that nobody takes the whole for a part.
        if (format.trace == perf::TraceUse::None) {
            throw UsageError(std::string("--window selects a part of a trace, which the format ") +
                             format.name + " does not contain");
        }
        request.window = readValue("window", [&] { return perf::parseWindow(*window); });
    }
    return request;
}

void checkTrace(const perf::Exporter& format, const OptionParser& parser,
                const perf::ExportSource& source) {
    if (!source.traces.empty()) {
        return;
    }
    const std::string& file = parser.positionalWords().front();
    const std::string how = "; `gantry run --trace drain` and `gantry exec --trace drain` keep one";
    if (format.trace == perf::TraceUse::Required) {
        throw perf::ExportError(file + ": there is no trace in it, which the format " +
                                format.name + " needs" + how);
    }
    if (parser.has("window")) {
        throw perf::ExportError(file + ": there is no trace in it to select a window of" + how);
    }
}

int execute(const Words& words) {
    OptionParser parser = exportParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    if (parser.has("list")) {
        printFormats();
        return kDone;
    }
    if (!parser.has("to")) {
        throw UsageError("--to FORMAT is missing; `gantry export --list` shows the formats");
    }
    if (parser.positionalWords().empty()) {
        throw UsageError("FILE is missing: the archive or JSON profile to export");
    }
    const perf::Exporter format =
        readValue("to", [&] { return perf::exporterNamed(*parser.value("to")); });
    const std::optional<std::string> output = parser.value("output");
    // A folder cannot go to standard output.
    if (!output && format.writeFolder != nullptr) {
        throw UsageError(std::string("--output FOLDER is missing: the format ") + format.name +
                         " has several files");
    }
    const perf::RunRequest request = readRequest(parser, format);
    const ProgressLine progress(std::string("gantry: exporting to ") + format.name);
    const perf::RunInput input(request);
    const perf::ExportSource source = input.source();
    checkTrace(format, parser, source);
    if (output) {
        perf::exportTo(*output, format, source);
    } else {
        format.write(source, std::cout);
    }
    for (const std::string& note : input.notes()) {
        printNote(note);
    }
    return kDone;
}

}  // namespace

Command exportCommand() {
    return {"convert a run to a format of another tool",
            {"gantry export --to folded run.gantry > run.folded"},
            execute};
}

}  // namespace gantry::tools
