#include <base/text/Paragraph.hpp>
#include <perf/exporters/Exporter.hpp>
#include <perf/runs/RunInput.hpp>

#include <iostream>
#include <optional>
#include <string>

#include "Command.hpp"
#include "ExportOutput.hpp"
#include "OptionParser.hpp"
#include "ProgressLine.hpp"

namespace gantry::tools {

namespace {

OptionParser exportParser() {
    OptionParser parser(
        "gantry export --to FORMAT [options] FILE... | --list",
        "Writes what `gantry run` or `gantry exec` measured in a format that other tools read.\n"
        "FILE is an archive or a JSON profile, and for formats of traces also a trace file, a "
        "segment or a process. Several files are the ranks of one run. Times are without the "
        "measurement overhead where that is known; csv and json say so. A page to look at: `gantry "
        "report --html`.",
        {"gantry export --list", "gantry export --to csv run.gantry > run.csv",
         "gantry export --to folded --out run.folded run.gantry      for flame graphs",
         "gantry export --to chrome --window 1.5:1.6 --out run.trace.json run.gantry",
         "gantry export --to pprof --ranks 0,2 --out run.pb.gz run.rank*.gantry"});
    parser.option("to", "FORMAT", "The format; --list shows all.")
        .option("out", "FILE",
                "The file to write (default: standard output), or the folder for a format of "
                "several files. Written whole or not at all.")
        .option("window", "FROM:TO",
                "Only this part of the trace: times since the measurement began in seconds, or "
                "with a unit, such as 20ms:30ms. One of them may be left out. Calls are cut at its "
                "ends.")
        .option("ranks", "RANKS", "Only these ranks, such as 0,4:7.")
        .flag("raw",
              "Values as they were measured. Without it the measurement overhead is subtracted "
              "where it is known, as by gantry report. Traces are as measured.")
        .flag("list", "List the formats, what they contain and what they cannot carry.")
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
    const std::optional<std::string> output = parser.value("out");
    // A folder cannot go to standard output.
    if (!output && format.writeFolder != nullptr) {
        throw UsageError(std::string("--out FOLDER is missing: the format ") + format.name +
                         " has several files");
    }
    const perf::RunRequest request = readRequest(parser, format);
    const ProgressLine progress(std::string("gantry: exporting to ") + format.name);
    const perf::RunInput input(request);
    const perf::ExportSource source = input.source();
    checkTrace(format, parser, source);
    if (output) {
        exportTo(*output, format, source);
    } else {
        format.write(source, std::cout);
    }
    for (const std::string& note : input.notes()) {
        std::cerr << "gantry: " << note << '\n';
    }
    return kDone;
}

}  // namespace

Command exportCommand() {
    return {"write what a run measured in a format of other tools",
            {"gantry export --to folded run.gantry > run.folded"},
            execute};
}

}  // namespace gantry::tools
