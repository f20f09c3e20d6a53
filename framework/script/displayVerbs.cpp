#include <base/text/NameSuggestion.hpp>

#include <ostream>

#include "document/PortsDocument.hpp"
#include "script/Verb.hpp"
#include "script/guardMarks.hpp"

namespace gantry::framework::script {
namespace {

void displayPalette(ScriptContext& context, const Command&) {
    for (const std::string& name : context.framework.palette()) {
        context.output << name << '\n';
    }
}

void displayArena(ScriptContext& context, const Command&) {
    for (const InstanceInfo& instance : context.framework.instances()) {
        context.output << instance.name << ' ' << instance.className << '\n';
    }
}

/// Behind a connection.
std::string marks(const Guards& guarded, const ConnectionInfo& connection) {
    const std::string text = guardText(guardOf(guarded, connection));
    return text.empty() ? text : " (" + text + ")";
}

void displayChain(ScriptContext& context, const Command&) {
    const Guards guarded = guardsOf(context.framework);
    for (const ConnectionInfo& c : context.framework.connections()) {
        context.output << c.user << ' ' << c.usesPort << " -> " << c.provider << ' '
                       << c.providesPort << marks(guarded, c) << '\n';
    }
}

void displayComponent(ScriptContext& context, const Word& name) {
    requireInstance(context, name);
    const InstanceInfo instance = instanceInfo(context, name.text);
    const auto connections = context.framework.connections();
    const Guards guarded = guardsOf(context.framework);
    context.output << instance.name << ' ' << instance.className << '\n';
    for (const PortInfo& port : instance.ports) {
        context.output << (port.provided ? "  provides " : "  uses ") << port.name << ' '
                       << port.type;
        for (const ConnectionInfo& c : connections) {
            if (!port.provided && c.user == instance.name && c.usesPort == port.name) {
                context.output << " -> " << c.provider << ' ' << c.providesPort
                               << marks(guarded, c);
            } else if (port.provided && c.provider == instance.name &&
                       c.providesPort == port.name) {
                context.output << " <- " << c.user << ' ' << c.usesPort;
            }
        }
        context.output << '\n';
    }
}

void display(ScriptContext& context, const Command& command) {
    const Word& what = command.arguments[0];
    const bool isComponent = what.text == "component";
    if (isComponent != (command.arguments.size() == 2)) {
        throw CommandError(what.column, isComponent
                                            ? "'display component' needs the name of an instance"
                                            : "only 'display component' takes a name");
    }
    if (isComponent) {
        displayComponent(context, command.arguments[1]);
    } else if (what.text == "palette" || what.text == "pallet") {
        displayPalette(context, command);
    } else if (what.text == "arena") {
        displayArena(context, command);
    } else if (what.text == "chain") {
        displayChain(context, command);
    } else if (what.text == "monitored") {
        displayMonitored(context);
    } else if (what.text == "state") {
        // The same text that `save` writes, so that it can be copied into a script.
        writeAssembly(context, context.output);
    } else if (what.text == "ports") {
        context.output << portsJson(context.framework);
    } else {
        throw CommandError(what.column,
                           "unknown word '" + what.text + "'" +
                               base::suggest(what.text, {"palette", "arena", "component", "chain",
                                                         "monitored", "ports", "state"}));
    }
}

}  // namespace

Verbs displayVerbs() {
    return {
        {{"display"},
         "palette | arena | component INSTANCE | chain | monitored | ports | state",
         "show classes, instances, one instance, connections, what is monitored, all ports and "
         "what fits them as JSON, or the commands that build all of it again",
         1,
         2,
         display,
         CommandKind::Shows},
        {{"palette", "pallet", "classes"},
         "",
         "list the loaded classes",
         0,
         0,
         displayPalette,
         CommandKind::Shows},
        {{"arena", "instances"}, "", "list the instances", 0, 0, displayArena, CommandKind::Shows},
        {{"chain", "links"}, "", "list the connections", 0, 0, displayChain, CommandKind::Shows},
    };
}

}  // namespace gantry::framework::script
