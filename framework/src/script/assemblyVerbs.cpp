#include <framework/AssemblyCheck.hpp>
#include <framework/AssemblyGraph.hpp>

#include <algorithm>
#include <fstream>
#include <ostream>
#include <sstream>

#include "script/Verb.hpp"
#include "script/dotProgram.hpp"
#include "script/guardMarks.hpp"
#include "script/writeFile.hpp"

namespace gantry::framework::script {
namespace {

void check(Session& session, const Command& command) {
    const std::vector<Finding> findings =
        checkAssembly(session.framework.instances(), session.framework.connections());
    std::size_t errors = 0;
    for (const Finding& finding : findings) {
        const bool isError = finding.severity == Finding::Severity::Error;
        errors += isError ? 1 : 0;
        session.output << (isError ? "error: " : "warning: ") << finding.text << '\n';
    }
    if (errors > 0) {
        throw CommandError(command.verb.column, "the assembly has " + std::to_string(errors) +
                                                    (errors == 1 ? " error" : " errors"));
    }
    if (findings.empty()) {
        session.output << "nothing is wrong with this assembly\n";
    }
}

std::vector<ConnectionMark> marksOf(const Session& session) {
    std::vector<ConnectionMark> marks;
    for (const MonitoredConnection& each : session.framework.monitored()) {
        if (each.whyDirect.empty()) {
            marks.push_back({each.connection, "monitored"});
        }
    }
    for (const GuardedConnection& each : session.framework.guarded()) {
        marks.push_back({each.connection, guardText(each)});
    }
    return marks;
}

void graph(Session& session, const Command& command) {
    const std::string dot =
        toDot(session.framework.instances(), session.framework.connections(), marksOf(session));
    if (command.arguments.empty()) {
        session.output << dot;
        return;
    }
    const Word& word = command.arguments[0];
    const std::string extension = std::filesystem::path(word.text).extension().string();
    if (extension != ".dot" && extension != ".gv" && extension != ".svg") {
        throw CommandError(word.column, "'" + word.text +
                                            "' is no name for a graph; it ends in .svg for a "
                                            "picture, in .dot or .gv for Graphviz");
    }
    inColumn(word.column, [&] { writeFile(word.text, extension == ".svg" ? svgOf(dot) : dot); });
}

void save(Session& session, const Command& command) {
    std::ostringstream text;
    text << "#!ccaffeine\n";
    writeAssembly(session, text);
    inColumn(command.arguments[0].column,
             [&] { writeFile(command.arguments[0].text, text.str()); });
}

void load(Session& session, const Command& command) {
    const std::string& file = command.arguments[0].text;
    session.collective.compare({command.line, [&] {
                                    if (!session.collective.isAlone() && !std::ifstream(file)) {
                                        throw CommandError(command.arguments[0].column,
                                                           "script '" + file + "' can not be read");
                                    }
                                }});
    session.load(file);
}

}  // namespace

Verbs assemblyVerbs() {
    return {
        {{"check"},
         "",
         "tell what is wrong with the assembly; an error where something can not work",
         0,
         0,
         check},
        {{"graph"},
         "[FILE]",
         "write the assembly as a picture (FILE.svg) or for Graphviz (FILE.dot); without a file "
         "show the latter",
         0,
         1,
         graph},
        {{"save"}, "FILE", "write the commands that build this assembly again", 1, 1, save},
        {{"load"},
         "FILE",
         "carry out the commands of another script, up to its quit or end",
         1,
         1,
         load,
         Shared::Itself},
    };
}

}  // namespace gantry::framework::script
