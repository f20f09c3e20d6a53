#include <framework/AssemblyCheck.hpp>
#include <framework/AssemblyGraph.hpp>
#include <gov/cca/CCAException.hpp>

#include <algorithm>
#include <fstream>
#include <ostream>
#include <sstream>

#include "document/AssemblyDocument.hpp"
#include "script/Verb.hpp"
#include "script/dotProgram.hpp"
#include "script/expandVariables.hpp"
#include "script/files.hpp"
#include "script/guardMarks.hpp"

namespace gantry::framework::script {
namespace {

void check(ScriptContext& context, const Command& command) {
    const std::vector<Finding> findings =
        checkAssembly(context.framework.instances(), context.framework.connections());
    std::size_t errors = 0;
    for (const Finding& finding : findings) {
        const bool isError = finding.severity == Finding::Severity::Error;
        errors += isError ? 1 : 0;
        context.output << (isError ? "error: " : "warning: ") << finding.text << '\n';
    }
    // Warnings alone do not stop a script.
    if (errors > 0) {
        throw CommandError(command.verb.column, "the assembly has " + std::to_string(errors) +
                                                    (errors == 1 ? " error" : " errors"));
    }
    if (findings.empty()) {
        context.output << "nothing is wrong with this assembly\n";
    }
}

bool isJson(const std::filesystem::path& file) {
    return file.extension() == ".json";
}

std::vector<ConnectionMark> marksOf(const ScriptContext& context) {
    std::vector<ConnectionMark> marks;
    for (const MonitoredConnection& each : context.framework.monitored()) {
        if (each.reasonNotMonitored.empty()) {
            marks.push_back({each.connection, "monitored"});
        }
    }
    for (const GuardedConnection& each : context.framework.guarded()) {
        marks.push_back({each.connection, guardText(each)});
    }
    return marks;
}

void graph(ScriptContext& context, const Command& command) {
    const std::string dot =
        toDot(context.framework.instances(), context.framework.connections(), marksOf(context));
    if (command.arguments.empty()) {
        context.output << dot;
        return;
    }
    const Word& word = command.arguments[0];
    const std::filesystem::path file = expandVariables(word);
    const std::string extension = file.extension().string();
    if (extension != ".dot" && extension != ".gv" && extension != ".svg") {
        throw CommandError(word.column, "'" + word.text +
                                            "' is not a name for a graph; it ends in .svg for a "
                                            "picture, in .dot or .gv for Graphviz");
    }
    inColumn(word.column, [&] { writeFile(file, extension == ".svg" ? svgOf(dot) : dot); });
}

// The text is complete before the file is written, so an error leaves an existing file as it was.
void save(ScriptContext& context, const Command& command) {
    const Word& word = command.arguments[0];
    const std::filesystem::path file = expandVariables(word);
    inColumn(word.column, [&] {
        if (isJson(file)) {
            writeFile(file, toJson(documentOf(context.framework)));
            return;
        }
        std::ostringstream text;
        text << "#!ccaffeine\n";
        writeAssembly(context, text);
        writeFile(file, text.str());
    });
}

void buildFrom(ScriptContext& context, const Word& word, const std::filesystem::path& file) {
    inColumn(word.column, [&] {
        const std::string text = readFile(file);
        try {
            build(context.framework, fromJson(text));
        } catch (gov::cca::CCAException& error) {
            throw CommandError(word.column, "'" + file.string() + "': " + error.getNote());
        }
    });
}

void load(ScriptContext& context, const Command& command) {
    const Word& word = command.arguments[0];
    const std::filesystem::path file = expandVariables(word);
    if (isJson(file)) {
        const auto undo =
            // build() itself adds all or nothing; with several ranks one may have succeeded where
            // another failed.
            context.collective.isAlone() ? Collective::Undo{} : undoByMark(context, command);
        context.collective.change({command.line, [&] { buildFrom(context, word, file); }}, undo);
        return;
    }
    // With several ranks all compare whether they can read the script before one of them begins.
    // A rank alone finds out when it loads it.
    context.collective.compare({command.line, [&] {
                                    if (!context.collective.isAlone() && !std::ifstream(file)) {
                                        throw CommandError(word.column, "script '" + file.string() +
                                                                            "' cannot be read");
                                    }
                                }});
    context.load(file);
}

}  // namespace

Verbs assemblyVerbs() {
    return {
        {{"check"},
         "",
         "check the assembly; an error if something cannot work",
         0,
         0,
         check,
         CommandKind::Shows},
        {{"graph"},
         "[FILE]",
         "write the assembly as an image (FILE.svg) or for Graphviz (FILE.dot); without a file "
         "show the latter",
         0,
         1,
         graph,
         CommandKind::Shows},
        {{"save"},
         "FILE",
         "write the commands that build this assembly again; to FILE.json the assembly as JSON",
         1,
         1,
         save,
         CommandKind::Shows},
        {{"load"},
         "FILE",
         "carry out the commands of another script, up to its quit or end; of FILE.json build all "
         "that "
         "it holds, or nothing",
         1,
         1,
         load,
         CommandKind::Runs,
         Shared::Itself},
    };
}

}  // namespace gantry::framework::script
