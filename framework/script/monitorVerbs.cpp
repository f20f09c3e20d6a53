#include <base/text/Joined.hpp>
#include <base/text/NameSuggestion.hpp>
#include <gov/cca/CCAException.hpp>

#include <ostream>
#include <sstream>

#include "script/Verb.hpp"

namespace gantry::framework::script {
namespace {

constexpr const char* kAll = "all";

std::vector<std::string> splitList(const std::string& text) {
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, ',');) {
        parts.push_back(part);
    }
    return parts;
}

/// The words of a monitor command behind the connection, in any order.
struct Wanted {
    MonitorOptions options;
    std::string provider;
};

const Word& wordBehind(const Command& command, std::size_t keyword, const char* what) {
    const std::vector<Word>& words = command.arguments;
    if (keyword + 1 >= words.size()) {
        throw CommandError(words[keyword].column,
                           "'" + words[keyword].text + "' needs " + std::string(what));
    }
    return words[keyword + 1];
}

void readParameters(const Word& word, MonitorOptions& options) {
    options.recorded = true;
    if (word.text == kAll) {
        return;
    }
    options.parameters = splitList(word.text);
    for (const std::string& name : options.parameters) {
        if (name.empty()) {
            throw CommandError(word.column, "'" + word.text +
                                                "' has an empty name in it; separate names by "
                                                "single commas without blanks");
        }
    }
    if (options.parameters.empty()) {
        throw CommandError(word.column, "'" + word.text + "' names no parameter");
    }
}

/// Returns the place behind the policy.
std::size_t readContracts(const Command& command, std::size_t keyword, MonitorOptions& options) {
    std::vector<std::string> texts;
    for (const Word& word : command.arguments) {
        texts.push_back(word.text);
    }
    std::size_t place = keyword + 1;
    inColumn(command.arguments[keyword].column,
             [&] { options.contracts = readContractPolicy(texts, place); });
    return place;
}

Wanted readWanted(const Command& command, std::size_t first) {
    Wanted wanted;
    const std::vector<Word>& words = command.arguments;
    for (std::size_t i = first; i < words.size();) {
        const std::string& text = words[i].text;
        // Words of the language first, so a method of such a name is reached by a pattern only, as
        // in param?.
        if (text == "params") {
            readParameters(wordBehind(command, i, "names of parameters, or all"), wanted.options);
            i += 2;
        } else if (text == "contracts") {
            i = readContracts(command, i, wanted.options);
        } else if (text == "connection") {
            wanted.provider = wordBehind(command, i, "the name of the provider").text;
            i += 2;
        } else {
            if (text == "untimed") {
                wanted.options.timed = false;
            } else {
                wanted.options.methods.push_back(text);
            }
            ++i;
        }
    }
    return wanted;
}

void requireUsesPort(const ScriptContext& context, const Command& command) {
    const std::vector<Word>& words = command.arguments;
    if (words.size() < 2) {
        throw CommandError(words[0].column, "too few arguments for '" + command.verb.text +
                                                "'; name a user and its uses port, or all");
    }
    requirePort(context, words[0], words[1]);
}

/// Calls work; its error points to the word that its message quotes, else to the uses port.
void atQuotedWord(const Command& command, const std::function<void()>& work) {
    try {
        work();
    } catch (gov::cca::CCAException& error) {
        const std::string message = error.getNote();
        for (std::size_t i = 2; i < command.arguments.size(); ++i) {
            for (const std::string& part : splitList(command.arguments[i].text)) {
                if (message.find("'" + part + "'") != std::string::npos) {
                    throw CommandError(command.arguments[i].column, message);
                }
            }
        }
        throw CommandError(command.arguments[command.arguments.size() > 1 ? 1 : 0].column, message);
    }
}

void note(const ScriptContext& context, const char* verb, const Command& command) {
    const std::vector<Word>& words = command.arguments;
    const bool isAll = words[0].text == kAll;
    context.framework.noteChange(Change::Action::Monitor,
                                 {isAll ? "" : words[0].text, isAll ? "" : words[1].text, "", ""},
                                 std::string(verb) + ' ' + command.textFrom(0));
}

void monitor(ScriptContext& context, const Command& command) {
    const std::vector<Word>& words = command.arguments;
    if (words[0].text == kAll) {
        const Wanted wanted = readWanted(command, 1);
        if (!wanted.provider.empty()) {
            throw CommandError(words[0].column, "'monitor all' takes no 'connection'");
        }
        prepareRun(context, command);
        atQuotedWord(command, [&] { context.framework.monitorEach("*", "*", wanted.options); });
        note(context, "monitor", command);
        return;
    }
    requireUsesPort(context, command);
    const Wanted wanted = readWanted(command, 2);
    prepareRun(context, command);
    atQuotedWord(command, [&] {
        context.framework.monitor({words[0].text, words[1].text, wanted.provider, wanted.options});
    });
    note(context, "monitor", command);
}

void unmonitor(ScriptContext& context, const Command& command) {
    const std::vector<Word>& words = command.arguments;
    if (words[0].text == kAll) {
        if (words.size() > 1) {
            throw CommandError(words[1].column, "'unmonitor all' takes no more words");
        }
        context.framework.unmonitorAll();
        note(context, "unmonitor", command);
        return;
    }
    requireUsesPort(context, command);
    const Wanted wanted = readWanted(command, 2);
    if (!wanted.options.methods.empty()) {
        throw CommandError(words[2].column,
                           "'unmonitor' ends the monitoring of a whole connection; write: "
                           "unmonitor USER PORT [connection PROVIDER]");
    }
    atQuotedWord(command, [&] {
        context.framework.unmonitor(words[0].text, words[1].text, wanted.provider);
    });
    note(context, "unmonitor", command);
}

std::string described(const MonitoredMethod& method) {
    std::string text = "  " + method.name + ": " + (method.timed ? "timed" : "untimed") +
                       (method.watched ? ", watched" : "");
    if (method.recorded) {
        text += ", params " +
                (method.parameters.empty() ? "none" : base::joined(method.parameters, ","));
    }
    text += ", contracts " + toText(method.contracts) + " (" + std::to_string(method.numClauses) +
            (method.numClauses == 1 ? " clause" : " clauses");
    if (method.contracts.kind != ContractPolicy::Kind::Never) {
        text += ", " + std::to_string(method.numChecks) +
                (method.numChecks == 1 ? " check" : " checks");
    }
    return text + ")\n";
}

}  // namespace

void displayMonitored(ScriptContext& context) {
    for (const auto& [connection, methods, reasonNotMonitored] : context.framework.monitored()) {
        context.output << connection.user << ' ' << connection.usesPort << " -> "
                       << connection.provider << ' ' << connection.providesPort
                       << (reasonNotMonitored.empty() ? ""
                                                      : ": direct, because " + reasonNotMonitored)
                       << '\n';
        for (const MonitoredMethod& method : methods) {
            context.output << described(method);
        }
    }
}

void replayMonitored(ScriptContext& context, std::ostream& output) {
    for (const MonitoredConnection& monitored : context.framework.monitored()) {
        for (const MonitoredMethod& method : monitored.methods) {
            // Only watched: that was asked for by a component, which will ask again, and not by the
            // user.
            if (method.watched && !method.timed && !method.recorded &&
                method.contracts.kind == ContractPolicy::Kind::Never) {
                continue;
            }
            output << "monitor " << monitored.connection.user << ' '
                   << monitored.connection.usesPort << ' ' << method.name
                   << (method.timed ? "" : " untimed");
            if (method.recorded) {
                output << " params "
                       << (method.parameters.empty() ? kAll : base::joined(method.parameters, ","));
            }
            output << " contracts " << toText(method.contracts) << " connection "
                   << monitored.connection.provider << '\n';
        }
    }
}

Verbs monitorVerbs() {
    return {
        {{"monitor"},
         "USER USES_PORT | all [METHOD...] [params NAME,... | params all] [contracts POLICY] "
         "[connection PROVIDER] [untimed]",
         "time the calls of a connection, or of all present and future ones; record their "
         "parameters; check their contracts: never, always, periodic N, random P [SEED] or "
         "budget X%",
         1,
         kAnyNumber,
         monitor,
         CommandKind::Changes,
         Shared::Changed},
        {{"unmonitor"},
         "USER USES_PORT [connection PROVIDER] | all",
         "make a monitored connection direct again, or all",
         1,
         kAnyNumber,
         unmonitor,
         CommandKind::Changes,
         Shared::Changed},
    };
}

}  // namespace gantry::framework::script
