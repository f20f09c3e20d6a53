#include <base/files/AtomicFile.hpp>
#include <base/text/NumberText.hpp>
#include <base/text/Printable.hpp>
#include <base/text/Utf8.hpp>
#include <perf/project/Project.hpp>
#include <perf/runs/ProjectText.hpp>
#include <perf/runs/RunFile.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "Command.hpp"
#include "OptionParser.hpp"

namespace gantry::tools {

namespace {

OptionParser projectParser() {
    OptionParser parser(
        "gantry project new|add|show PROJECT.json [RUN...] [options]",
        "Keeps the runs of one program together, with what was run and notes.\n"
        "  new PROJECT    create a project; RUNs become its first runs\n"
        "  add PROJECT    add RUNs, or change the texts that options state\n"
        "  show PROJECT   print texts and runs\n"
        "A project is a file of texts and paths; archives stay where they are. `gantry view`, "
        "`compare`, `analyze` and `check` take a project for its runs.",
        {"gantry project new heat.json --title 'Heat equation' --program './heat 1000'",
         "gantry project add heat.json runs/first.gantry --revision 1f2e3d --note 'before "
         "blocking'",
         "gantry project add heat.json --source src/heat.cpp --set threads=4",
         "gantry project show heat.json", "gantry view heat.json"});
    parser.option("title", "TEXT", "Title (default with new: the name of the file).")
        .option("description", "TEXT", "What the program does, and what is studied.")
        .option("program", "COMMAND", "The command that is measured.")
        .option("source", "FILE", "Add a source file; may be repeated.")
        .option("set", "NAME=TEXT",
                "Add an entry of the configuration, such as n=1000; may be repeated.")
        .option("notes", "TEXT", "Notes on the whole project.")
        .option("revision", "TEXT", "Revision of the program in the RUNs given.")
        .option("note", "TEXT", "Note on the RUNs given.")
        .flag("json", "With show: print the JSON document (docs/formats/viewer-project.md).")
        .positional("new|add|show PROJECT.json [RUN...]");
    return parser;
}

// JSON holds UTF-8; a path in other bytes would not be found again.
const std::string& utf8(const std::string& text) {
    if (!base::isUtf8(text)) {
        throw UsageError("'" + base::printable(text) + "' is not UTF-8, which a project requires");
    }
    return text;
}

void setText(const OptionParser& parser, const std::string& option, std::string& text) {
    if (const auto value = parser.value(option)) {
        text = utf8(*value);
    }
}

void setEntry(perf::Project& project, const std::string& word) {
    const std::size_t equals = word.find('=');
    if (equals == 0 || equals == std::string::npos) {
        throw UsageError("--set: '" + base::printable(word) + "' is not NAME=TEXT");
    }
    perf::setConfiguration(project, word.substr(0, equals), word.substr(equals + 1));
}

void addSource(perf::Project& project, const std::filesystem::path& folder,
               const std::string& file) {
    const std::string path = perf::pathFrom(folder, utf8(file));
    if (!std::filesystem::exists(file)) {
        throw UsageError("--source: " + base::printable(file) + " does not exist");
    }
    perf::addSource(project, path);
}

struct Added {
    std::size_t added = 0;
    std::size_t updated = 0;
};

Added change(perf::Project& project, const std::filesystem::path& folder,
             const OptionParser& parser) {
    setText(parser, "title", project.title);
    setText(parser, "description", project.description);
    setText(parser, "program", project.program);
    setText(parser, "notes", project.notes);
    for (const std::string& word : parser.values("set")) {
        setEntry(project, utf8(word));
    }
    for (const std::string& file : parser.values("source")) {
        addSource(project, folder, file);
    }
    const Words runs(parser.positionalWords().begin() + 2, parser.positionalWords().end());
    if (runs.empty() && (parser.has("revision") || parser.has("note"))) {
        throw UsageError("--revision and --note describe a RUN; name one");
    }
    Added count;
    for (const std::string& word : runs) {
        // Only a run that can be read is added.
        const perf::Profile profile = perf::readProfileFile(utf8(word));
        perf::ProjectRun run{std::filesystem::path(word).filename().string(),
                             perf::pathFrom(folder, word), profile.created};
        setText(parser, "revision", run.revision);
        setText(parser, "note", run.note);
        ++(perf::addRun(project, run) ? count.added : count.updated);
    }
    return count;
}

void save(const std::filesystem::path& file, const perf::Project& project, const Added& count) {
    base::writeAtomically(file, perf::toJson(project));
    std::cout << base::printable(file.string()) << ": " << base::plural(project.runs.size(), "run");
    if (count.added + count.updated > 0) {
        std::cout << " (" << count.added << " added, " << count.updated << " updated)";
    }
    std::cout << '\n';
}

std::filesystem::path folderOf(const std::filesystem::path& file) {
    return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

void create(const std::filesystem::path& file, const OptionParser& parser) {
    if (std::filesystem::exists(file)) {
        throw UsageError(base::printable(file.string()) +
                         " exists; `gantry project add` changes it");
    }
    perf::Project project{file.stem().string()};
    const Added count = change(project, folderOf(file), parser);
    save(file, project, count);
}

void show(const std::filesystem::path& file, const OptionParser& parser) {
    const perf::Project project = perf::readProjectFile(file);
    if (parser.has("json")) {
        std::cout << perf::toJson(project);
        return;
    }
    std::cout << perf::projectText(project, file);
    if (project.runs.empty()) {
        std::cout << "No runs yet: gantry project add " << base::printable(file.string())
                  << " RUN.gantry\n";
    }
}

int execute(const Words& words) {
    OptionParser parser = projectParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    const std::string verb = parser.positionalWords()[0];
    const std::filesystem::path file = parser.positionalWords()[1];
    if (verb == "new") {
        create(file, parser);
    } else if (verb == "add") {
        perf::Project project = perf::readProjectFile(file);
        const Added count = change(project, folderOf(file), parser);
        save(file, project, count);
    } else if (verb == "show") {
        show(file, parser);
    } else {
        throw UsageError("'" + base::printable(verb) + "' is not new, add or show");
    }
    return kDone;
}

}  // namespace

Command projectCommand() {
    return {"keep the runs of one program together",
            {"gantry project new heat.json --program ./heat run.gantry"},
            execute};
}

}  // namespace gantry::tools
