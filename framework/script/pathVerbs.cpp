#include <base/text/Joined.hpp>
#include <base/text/NameSuggestion.hpp>

#include <algorithm>
#include <cstdlib>
#include <ostream>
#include <sstream>

#include "script/Verb.hpp"
#include "script/expandVariables.hpp"

namespace gantry::framework::script {
namespace {

using Paths = std::vector<std::filesystem::path>;

Paths splitPath(const std::string& text) {
    Paths folders;
    std::istringstream stream(text);
    for (std::string folder; std::getline(stream, folder, ':');) {
        if (!folder.empty()) {
            folders.emplace_back(folder);
        }
    }
    return folders;
}

Paths existingFolders(const Word& word) {
    Paths folders = splitPath(expandVariables(word));
    for (const auto& folder : folders) {
        std::error_code error;
        if (!std::filesystem::is_directory(folder, error)) {
            throw CommandError(word.column, "there is no folder '" + folder.string() +
                                                "'; folders are separated by ':'");
        }
    }
    return folders;
}

// CCA_COMPONENT_PATH comes last, and repeats nothing: folders are searched in order.
Paths initialPath(const ScriptContext& context) {
    Paths path = context.initialPath;
    if (const char* const more = std::getenv("CCA_COMPONENT_PATH")) {
        for (const auto& folder : splitPath(more)) {
            if (std::find(path.begin(), path.end(), folder) == path.end()) {
                path.push_back(folder);
            }
        }
    }
    return path;
}

// Absolute, since the noted commands may be replayed from another folder; and with each $ doubled,
// since scripts expand variables. A word has no blanks, so a path with blanks is noted as a change
// without a command.
/// Notes a path that a script can set.
void notePath(const ScriptContext& context) {
    std::string text;
    for (const auto& folder : context.framework.componentPath()) {
        for (const char c :
             (text.empty() ? "" : ":") + std::filesystem::absolute(folder).string()) {
            text += c == '$' ? "$$" : std::string(1, c);
        }
    }
    const bool isWord = text.find_first_of(" \t") == std::string::npos && !text.empty();
    context.framework.noteChange(Change::Action::Set, {}, isWord ? "path set " + text : "");
}

void showPath(ScriptContext& context) {
    context.output << base::joined(context.framework.componentPath(), ":", [](const auto& folder) {
        return folder.string();
    }) << '\n';
}

void changePath(ScriptContext& context, const Command& command) {
    if (command.arguments.empty()) {
        showPath(context);
        return;
    }
    const Word& action = command.arguments[0];
    if (action.text == "init") {
        context.framework.setComponentPath(initialPath(context));
        notePath(context);
        return;
    }
    if (action.text != "set" && action.text != "append" && action.text != "prepend") {
        throw CommandError(action.column,
                           "unknown word '" + action.text + "'" +
                               base::suggest(action.text, {"init", "set", "append", "prepend"}));
    }
    if (command.arguments.size() < 2) {
        throw CommandError(action.column, "'path " + action.text + "' needs a folder");
    }
    const Paths folders = existingFolders(command.arguments[1]);
    Paths path = action.text == "set" ? Paths{} : context.framework.componentPath();
    path.insert(action.text == "append" ? path.end() : path.begin(), folders.begin(),
                folders.end());
    context.framework.setComponentPath(path);
    notePath(context);
}

void listRepository(ScriptContext& context) {
    for (const ClassInfo& info : context.framework.availableClasses()) {
        context.output << info.name << '\n';
    }
}

/// Loads all that is available, or the classes that are named.
void initRepository(ScriptContext& context, const Command& command, bool global, bool lazy) {
    if (command.arguments.size() == 1) {
        for (const ClassInfo& info : context.framework.availableClasses()) {
            context.framework.load(info.name, global, lazy);
        }
    }
    for (std::size_t i = 1; i < command.arguments.size(); ++i) {
        inColumn(command.arguments[i].column,
                 [&] { context.framework.load(command.arguments[i].text, global, lazy); });
    }
}

void unload(ScriptContext& context, const std::string& className) {
    if (!context.framework.unload(className)) {
        context.output << className << ": its library stays in memory until it is no longer used\n";
    }
}

void useRepository(ScriptContext& context, const Command& command) {
    const Word& action = command.arguments[0];
    const std::vector<std::string> known{
        "list", "get",       "get-global",  "get-lazy",         "get-lazy-global", "get-ports",
        "init", "init-lazy", "init-global", "init-lazy-global", "unload"};
    bool isKnown = false;
    for (const std::string& word : known) {
        isKnown = isKnown || word == action.text;
    }
    if (!isKnown) {
        throw CommandError(action.column, "unknown word '" + action.text + "'" +
                                              base::suggest(action.text, known));
    }
    const bool global = action.text.find("-global") != std::string::npos;
    const bool lazy = action.text.find("-lazy") != std::string::npos;
    if (action.text == "list") {
        listRepository(context);
    } else if (action.text.rfind("init", 0) == 0) {
        initRepository(context, command, global, lazy);
    } else if (command.arguments.size() != 2) {
        throw CommandError(action.column, "'repository " + action.text + "' needs one name");
    } else {
        inColumn(command.arguments[1].column, [&] {
            if (action.text == "unload") {
                unload(context, command.arguments[1].text);
            } else if (action.text == "get-ports") {
                context.framework.loadPortLibrary(expandVariables(command.arguments[1]));
            } else {
                context.framework.load(command.arguments[1].text, global, lazy);
            }
        });
        context.framework.noteChange(Change::Action::Set, {}, "repository " + command.textFrom(0));
    }
}

// The path is taken before the command runs; the framework outlives the script.
Collective::Undo pathBack(ScriptContext& context, const Command&) {
    return [&framework = context.framework, path = context.framework.componentPath()] {
        framework.setComponentPath(path);
    };
}

}  // namespace

Verbs pathVerbs() {
    return {
        {{"path"},
         "[init | set DIR[:DIR...] | append DIR | prepend DIR]",
         "show or change the folders in which components are looked for",
         0,
         2,
         changePath,
         CommandKind::Changes,
         Shared::Changed,
         pathBack},
        {{"repository"},
         "list | get[-lazy][-global] CLASS | unload CLASS | get-ports FILE | init[-lazy][-global] "
         "[CLASS...]",
         "list the available classes, load them into the palette, or unload one",
         1,
         kAnyNumber,
         useRepository,
         CommandKind::Changes,
         Shared::Changed,
         undoByMark},
    };
}

}  // namespace gantry::framework::script
