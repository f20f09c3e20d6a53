#include <base/text/Joined.hpp>
#include <framework/ScriptInterpreter.hpp>
#include <gov/cca/ports/GoPort.hpp>

#include <charconv>
#include <ostream>

#include "core/Failure.hpp"
#include "script/Verb.hpp"

namespace gantry::framework::script {
namespace {

constexpr const char* kGoPortType = "gov.cca.ports.GoPort";

/// The one GoPort of an instance.
std::string onlyGoPort(const ScriptContext& context, const Word& instance) {
    std::vector<std::string> names;
    for (const PortInfo& port : instanceInfo(context, instance.text).ports) {
        if (port.provided && port.type == kGoPortType) {
            names.push_back(port.name);
        }
    }
    if (names.size() != 1) {
        throw CommandError(instance.column,
                           "instance '" + instance.text + "' provides " +
                               (names.empty() ? std::string("no port") : "several ports") +
                               " of type " + kGoPortType +
                               (names.empty() ? "" : "; name one of " + base::joined(names, ", ")));
    }
    return names.front();
}

void go(ScriptContext& context, const Command& command) {
    const std::vector<Word>& words = command.arguments;
    requireInstance(context, words[0]);
    if (words.size() == 2) {
        requirePort(context, words[0], words[1]);
    }
    const std::string name = words.size() == 2 ? words[1].text : onlyGoPort(context, words[0]);
    const std::string full = words[0].text + '.' + name;
    // providedPort runs under the lock of the assembly, but the call of go() below does not: the
    // component may use its BuilderService meanwhile.
    std::shared_ptr<gov::cca::ports::GoPort> port;
    inColumn(words.back().column, [&] {
        port = std::dynamic_pointer_cast<gov::cca::ports::GoPort>(
            context.framework.providedPort(words[0].text, name));
    });
    if (!port) {
        throw CommandError(words.back().column,
                           "port '" + full + "' is not of type " + kGoPortType);
    }
    prepareRun(context, command);
    inColumn(words[0].column, [&] { context.framework.requireConnected(words[0].text); });
    // All ranks have checked their assembly, or none of them starts. Otherwise those that start
    // would wait for the others in the first collective call of a component.
    context.collective.confirm("the start of '" + command.line + "'");
    int status = 0;
    Failure failure;
    bool failed = true;
    try {
        status = port->go();
        failed = false;
    } catch (const RanksMissing&) {
        // These two are no failure of this port: the run cannot continue, so `attempt` must not
        // catch them as an error of a command.
        throw;
    } catch (const RanksDiffer&) {
        throw;
    } catch (...) {
        failure = currentFailure();
    }
    if (failed) {
        throw CommandError(command.verb.column, "'" + full + "' failed: " + failure.text);
    }
    if (status != 0) {
        throw CommandError(command.verb.column, "'" + full + "' returned " +
                                                    std::to_string(status) + "; 0 means success");
    }
}

void attempt(ScriptContext& context, const Command& command) {
    std::vector<Word> words = command.arguments;
    const Word verb = words.front();
    words.erase(words.begin());
    try {
        context.execute({verb, words, command.line});
    } catch (const CommandError& error) {
        // Only errors of commands. What ends the whole run, such as RanksDiffer, passes.
        context.output << "failed: " << error.what() << '\n';
    } catch (const ScriptError& error) {
        context.output << "failed: " << error.what() << '\n';
    }
}

void quit(ScriptContext& context, const Command& command) {
    int status = 0;
    if (!command.arguments.empty()) {
        const Word& word = command.arguments[0];
        // Statuses beyond 255 are refused, since the system keeps 8 bits: 256 would end as success.
        const char* const end = word.text.data() + word.text.size();
        const auto result = std::from_chars(word.text.data(), end, status);
        if (result.ec != std::errc() || result.ptr != end || status < 0 || status > 255) {
            throw CommandError(
                word.column,
                "'" + word.text + "' is not an exit status; give a number from 0 to 255");
        }
    }
    context.status = status;
}

void endOfFile(ScriptContext& context, const Command&) {
    context.status = 0;
}

void debugOn(ScriptContext& context, const Command&) {
    context.debug = true;
}
void debugOff(ScriptContext& context, const Command&) {
    context.debug = false;
}

void refuseShell(ScriptContext&, const Command& command) {
    throw CommandError(command.verb.column,
                       "'" + command.verb.text +
                           "' is switched off: scripts do not run programs; run it before or "
                           "after the script");
}

// Blocks are carried out by the interpreter, command by command.
void refuseBlock(ScriptContext&, const Command& command) {
    throw CommandError(command.verb.column, "a block is not allowed here");
}

// Saved assemblies of the graphical builder place boxes on a screen.
void ignore(ScriptContext&, const Command&) {}

void help(ScriptContext& context, const Command& command) {
    const Verb* const only = command.arguments.empty() ? nullptr : &findVerb(command.arguments[0]);
    for (const Verb& verb : allVerbs()) {
        if (only && only != &verb) {
            continue;
        }
        context.output << base::joined(verb.names, ", ") << (verb.arguments.empty() ? "" : " ")
                       << verb.arguments << "\n    " << verb.help << '\n';
    }
}

Verbs ignoredVerbs() {
    return {
        {{"setSize"},
         "WIDTH HEIGHT",
         "accepted and ignored: geometry of a saved assembly",
         0,
         kAnyNumber,
         ignore},
        {{"setMaximum"},
         "X Y",
         "accepted and ignored: geometry of a saved assembly",
         0,
         kAnyNumber,
         ignore},
        {{"setDropLocation"},
         "X Y",
         "accepted and ignored: geometry of a saved assembly",
         0,
         kAnyNumber,
         ignore},
        {{"move"},
         "INSTANCE X Y",
         "accepted and ignored: geometry of a saved assembly",
         0,
         kAnyNumber,
         ignore},
    };
}

}  // namespace

Verbs runVerbs() {
    Verbs verbs = {
        {{"go", "run"},
         "INSTANCE [PORT]",
         "call a port of type gov.cca.ports.GoPort; without PORT the only one the instance "
         "provides",
         1,
         2,
         go,
         CommandKind::Runs},
        {{"iterate"},
         "N {",
         "carry out the commands up to the line } N times; a single command may be in the same "
         "line, followed by }",
         2,
         kAnyNumber,
         refuseBlock,
         CommandKind::Runs},
        {{"attempt"},
         "COMMAND...",
         "carry out a command; if it fails, show why and continue",
         1,
         kAnyNumber,
         attempt,
         CommandKind::Runs,
         Shared::Itself},
        {{"help"}, "[COMMAND]", "explain one command or all", 0, 1, help, CommandKind::Shows},
        {{"quit", "exit", "x", "bye"},
         "[STATUS]",
         "end the script; the default status is 0",
         0,
         1,
         quit,
         CommandKind::Runs},
        {{"eof"}, "", "end the script", 0, 0, endOfFile, CommandKind::Runs},
        {{"debug", "noisy"}, "", "repeat each command that was carried out", 0, 0, debugOn},
        {{"nodebug", "quiet"}, "", "stop repeating commands", 0, 0, debugOff},
        {{"shell", "system"}, "COMMAND...", "switched off: an error", 0, kAnyNumber, refuseShell},
    };
    const Verbs ignored = ignoredVerbs();
    verbs.insert(verbs.end(), ignored.begin(), ignored.end());
    return verbs;
}

}  // namespace gantry::framework::script
