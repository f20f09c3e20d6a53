#include <base/files/AtomicFile.hpp>
#include <base/files/FileError.hpp>
#include <base/text/TextTable.hpp>
#include <perf/exporters/Exporter.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/recording/TraceSource.hpp>
#include <run/ProfileFile.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "Command.hpp"
#include "OptionParser.hpp"

namespace gantry::tools {

namespace {

OptionParser exportParser() {
    OptionParser parser(
        "gantry export --to FORMAT [options] FILE | --list",
        "Writes what `gantry run` or `gantry exec` measured in a format that other tools read.\n"
        "FILE is an archive or a JSON profile. Times are without the measurement overhead where "
        "that is known; csv and json say so.",
        {"gantry export --list", "gantry export --to csv run.gantry > run.csv",
         "gantry export --to folded --out run.folded run.gantry      for flame graphs"});
    parser.option("to", "FORMAT", "The format; --list shows all.")
        .option("out", "FILE",
                "The file to write (default: standard output). Written whole or not at all.")
        .flag("raw",
              "Values as they were measured. Without it the measurement overhead is subtracted "
              "where it is known, as by gantry report --compensated.")
        .flag("list", "List the formats, what they contain and what they cannot carry.")
        .positional("[FILE]");
    return parser;
}

enum class Values { Raw, Compensated };

void printFormats() {
    base::TextTable table(
        {{"format", base::TextTable::Align::Left}, {"contains", base::TextTable::Align::Left}});
    for (const perf::Exporter& format : perf::allExporters()) {
        table.addRow({format.name, format.summary});
        if (*format.leftOut != '\0') {
            table.addRow({"", std::string("without ") + format.leftOut});
        }
    }
    std::cout << table.text();
}

perf::Profile profileIn(const std::string& file, Values values) {
    perf::Profile profile = readProfileFile(file);
    const bool canCompensate = profile.probeOverhead && !perf::isCompensated(profile);
    return values == Values::Compensated && canCompensate ? perf::compensated(profile) : profile;
}

void write(const perf::Exporter& format, const std::string& file, Values values,
           std::ostream& output) {
    if (!format.needsTrace) {
        const perf::Profile profile = profileIn(file, values);
        format.write({profile}, output);
        return;
    }
    perf::TraceSource source = perf::readTraceSource(file);
    if (source.chunks.empty()) {
        throw std::runtime_error(file + ": there is no trace in it, which the format " +
                                 format.name + " needs; `gantry run --trace drain` keeps one");
    }
    const perf::Trace trace(std::move(source.chunks));
    format.write({source.profile.value_or(perf::Profile{}), &trace}, output);
}

void writeFile(const perf::Exporter& format, const std::string& file, Values values,
               const std::filesystem::path& output) {
    base::AtomicFile draft(output);
    std::ofstream stream(draft.path(), std::ios::binary);
    write(format, file, values, stream);
    stream.close();
    if (!stream) {
        throw base::FileError("cannot write " + output.string() + ": the disk may be full");
    }
    draft.commit();
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
    const std::string& file = parser.positionalWords().front();
    const Values values = parser.has("raw") ? Values::Raw : Values::Compensated;
    if (const std::optional<std::string> output = parser.value("out")) {
        writeFile(format, file, values, *output);
        return kDone;
    }
    write(format, file, values, std::cout);
    return kDone;
}

}  // namespace

Command exportCommand() {
    return {"write what a run measured in a format of other tools",
            {"gantry export --to folded run.gantry > run.folded"},
            execute};
}

}  // namespace gantry::tools
