#include <base/text/NumberText.hpp>
#include <base/text/TextTable.hpp>
#include <perf/importers/Importer.hpp>
#include <perf/runs/ImportedArchive.hpp>

#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "Command.hpp"
#include "OptionValues.hpp"
#include "ProgressLine.hpp"

namespace gantry::tools {

namespace {

OptionParser importParser() {
    OptionParser parser(
        "gantry import FILE... --out RUN.gantry | --list",
        "Converts measurements of another tool to an archive, for `gantry report`, `gantry "
        "query` and `gantry export`. The format is recognised from the content of the file, "
        "which may be compressed with gzip. Several files belong to one run: they are the ranks "
        "or threads that they name, or else threads named after the files.",
        {"gantry import --list", "gantry import stacks.folded --out run.gantry",
         "gantry import profile.*.0.0 --out run.gantry     the ranks of a TAU run",
         "perf script > run.txt && gantry import run.txt -o run.gantry"});
    parser
        .option("out", "FILE",
                "Archive to write, or JSON profile if the name ends in .json. It is written "
                "completely or not at all.")
        .option("from", "FORMAT",
                "Format of the files, if it cannot be recognised; --list shows "
                "all.")
        .flag("list", "List the formats, the tools that write them, and what is not read.")
        .positional("[FILE...]");
    return parser;
}

void printFormats() {
    base::TextTable table(
        {{"format", base::TextTable::Align::Left}, {"what is read", base::TextTable::Align::Left}});
    for (const perf::Importer& format : perf::allImporters()) {
        table.addRow({format.name, format.summary});
        if (*format.leftOut != '\0') {
            table.addRow({"", std::string("without ") + format.leftOut});
        }
    }
    std::cout << table.text();
}

void printResult(const std::filesystem::path& file, const perf::ImportedRun& run) {
    const perf::Profile& profile = run.profile;
    std::cout << file.string() << ": " << base::plural(profile.timers.size(), "timer") << ", "
              << base::plural(profile.threads.size(), "thread")
              << (profile.ranks ? ", " + base::plural(profile.ranks->size, "rank") : "") << ", "
              << base::plural(profile.metrics.size(), "metric")
              << (run.traces.empty() ? "" : ", with the times of single calls") << '\n';
    if (!profile.partial.empty()) {
        std::cout << "not whole: " << profile.partial << '\n';
    }
}

int execute(const Words& words) {
    OptionParser parser = importParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    if (parser.has("list")) {
        printFormats();
        return kDone;
    }
    if (parser.positionalWords().empty()) {
        throw UsageError("FILE is missing: the files to import");
    }
    if (!parser.has("out")) {
        throw UsageError("--out FILE is missing: the archive to write");
    }
    std::optional<perf::Importer> from;
    if (parser.has("from")) {
        from = readValue("from", [&] { return perf::importerNamed(*parser.value("from")); });
    }
    const std::filesystem::path output = *parser.value("out");
    requireOutputOf("out", output);
    const std::vector<std::filesystem::path> files(parser.positionalWords().begin(),
                                                   parser.positionalWords().end());
    std::optional<ProgressLine> progress("gantry: importing " + files.front().filename().string());
    const perf::ImportedRun run = perf::importRun(files, from);
    perf::writeImported(run, output);
    progress.reset();
    printResult(output, run);
    return kDone;
}

}  // namespace

Command importCommand() {
    return {"convert measurements of another tool to an archive",
            {"gantry import stacks.folded --out run.gantry"},
            execute};
}

}  // namespace gantry::tools
