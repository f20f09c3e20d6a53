#include <gov/cca/ports/BasicParameterPort.hpp>

#include <algorithm>
#include <ostream>

#include "assembly/suggest.hpp"
#include "script/Verb.hpp"
#include "values/TypeMap.hpp"

namespace gantry::framework::script {
namespace {

void displayPalette(Session& session, const Command&) {
    for (const std::string& name : session.framework.palette()) {
        session.output << name << '\n';
    }
}

void displayArena(Session& session, const Command&) {
    for (const InstanceInfo& instance : session.framework.instances()) {
        session.output << instance.name << ' ' << instance.className << '\n';
    }
}

GuardedConnection guardOf(const std::vector<GuardedConnection>& guarded,
                          const ConnectionInfo& connection) {
    const auto found = std::find_if(guarded.begin(), guarded.end(), [&](const auto& each) {
        return each.connection == connection;
    });
    return found == guarded.end() ? GuardedConnection{connection} : *found;
}

/// Behind a connection: whether it is guarded, and how often its provider was exchanged.
std::string marks(const GuardedConnection& connection) {
    std::string text = connection.guarded ? " guarded" : "";
    if (connection.swaps > 0) {
        text += std::string(text.empty() ? "" : ",") + " swapped " +
                (connection.swaps == 1 ? "once" : std::to_string(connection.swaps) + " times");
    }
    return text.empty() ? text : " (" + text.substr(1) + ")";
}

void displayChain(Session& session, const Command&) {
    const auto guarded = session.framework.guarded();
    for (const ConnectionInfo& c : session.framework.connections()) {
        session.output << c.user << ' ' << c.usesPort << " -> " << c.provider << ' '
                       << c.providesPort << marks(guardOf(guarded, c)) << '\n';
    }
}

void displayComponent(Session& session, const Word& name) {
    requireInstance(session, name);
    const InstanceInfo instance = instanceInfo(session, name.text);
    const auto connections = session.framework.connections();
    const auto guarded = session.framework.guarded();
    session.output << instance.name << ' ' << instance.className << '\n';
    for (const PortInfo& port : instance.ports) {
        session.output << (port.provided ? "  provides " : "  uses ") << port.name << ' '
                       << port.type;
        for (const ConnectionInfo& c : connections) {
            if (!port.provided && c.user == instance.name && c.usesPort == port.name) {
                session.output << " -> " << c.provider << ' ' << c.providesPort
                               << marks(guardOf(guarded, c));
            } else if (port.provided && c.provider == instance.name &&
                       c.providesPort == port.name) {
                session.output << " <- " << c.user << ' ' << c.usesPort;
            }
        }
        session.output << '\n';
    }
}

void replayParameters(Session& session, const InstanceInfo& instance, const PortInfo& port) {
    const auto parameters = std::dynamic_pointer_cast<gov::cca::ports::BasicParameterPort>(
        session.framework.providedPort(instance.name, port.name));
    if (!parameters) {
        return;
    }
    const auto values = parameters->readConfigurationMap();
    for (const std::string& key : parameters->readConfigurationKeys()) {
        session.output << "parameters " << instance.name << ' ' << port.name << ' ' << key
                       << " set " << toText(valueOf(*values, key)) << '\n';
    }
}

/// The commands that build this assembly again.
void displayState(Session& session) {
    const auto builder = session.framework.builderService();
    for (const InstanceInfo& instance : session.framework.instances()) {
        session.output << "instantiate " << instance.className << ' ' << instance.name << '\n';
        const auto properties =
            builder->getComponentProperties(builder->getComponentID(instance.name));
        properties->remove("cca.className");
        for (const std::string& key : properties->getAllKeys(gov::cca::Type::String)) {
            session.output << "property " << instance.name << ' ' << key << ' '
                           << properties->getString(key, "") << '\n';
        }
        for (const PortInfo& port : instance.ports) {
            if (port.provided) {
                replayParameters(session, instance, port);
            }
        }
    }
    const auto guarded = session.framework.guarded();
    for (const ConnectionInfo& c : session.framework.connections()) {
        session.output << "connect " << c.user << ' ' << c.usesPort << ' ' << c.provider << ' '
                       << c.providesPort << (guardOf(guarded, c).guarded ? " guarded" : "") << '\n';
    }
    replayMonitored(session);
}

void display(Session& session, const Command& command) {
    const Word& what = command.arguments[0];
    const bool isComponent = what.text == "component";
    if (isComponent != (command.arguments.size() == 2)) {
        throw CommandError(what.column, isComponent
                                            ? "'display component' needs the name of an instance"
                                            : "only 'display component' takes a name");
    }
    if (isComponent) {
        displayComponent(session, command.arguments[1]);
    } else if (what.text == "palette" || what.text == "pallet") {
        displayPalette(session, command);
    } else if (what.text == "arena") {
        displayArena(session, command);
    } else if (what.text == "chain") {
        displayChain(session, command);
    } else if (what.text == "monitored") {
        displayMonitored(session);
    } else if (what.text == "state") {
        displayState(session);
    } else {
        throw CommandError(what.column, "unknown word '" + what.text + "'" +
                                            suggest(what.text, {"palette", "arena", "component",
                                                                "chain", "monitored", "state"}));
    }
}

}  // namespace

Verbs displayVerbs() {
    return {
        {{"display"},
         "palette | arena | component INSTANCE | chain | monitored | state",
         "show classes, instances, one instance, connections, what is monitored, or the commands "
         "that build all of it again",
         1,
         2,
         display},
        {{"palette", "pallet", "classes"}, "", "list the loaded classes", 0, 0, displayPalette},
        {{"arena", "instances"}, "", "list the instances", 0, 0, displayArena},
        {{"chain", "links"}, "", "list the connections", 0, 0, displayChain},
    };
}

}  // namespace gantry::framework::script
