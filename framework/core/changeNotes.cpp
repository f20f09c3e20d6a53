#include "core/changeNotes.hpp"

#include "core/commandText.hpp"
#include "values/Value.hpp"

namespace gantry::framework {
namespace {

using Action = Change::Action;

/// The embedding program is an instance that no script can make.
bool isProgram(const Instance& instance) {
    return !instance.description();
}

bool isBetweenComponents(const Connection& connection) {
    return !isProgram(*connection.user) && !isProgram(*connection.provider);
}

}  // namespace

void noteCreated(Changes& changes, const Instance& instance) {
    if (!changes.wanted()) {
        return;
    }
    changes.note(
        Action::Create, {instance.name(), "", "", ""},
        isProgram(instance) ? "" : commandText::instantiate(instance.className(), instance.name()));
    TypeMap none;
    noteProperties(changes, instance, "", none, *instance.properties());
}

void noteDestroyed(Changes& changes, const Instance& instance) {
    changes.note(Action::Destroy, {instance.name(), "", "", ""},
                 isProgram(instance) ? "" : commandText::remove(instance.name()));
}

void noteConnection(Changes& changes, const Connection& connection, bool made) {
    if (!changes.wanted() || connection.isService) {
        return;
    }
    const ConnectionInfo info = connection.info();
    std::string command;
    if (isBetweenComponents(connection)) {
        command =
            made ? commandText::connect(info, connection.guarded) : commandText::disconnect(info);
    }
    changes.note(made ? Action::Connect : Action::Disconnect, info, command);
}

void noteSwapped(Changes& changes, const Connection& connection) {
    const ConnectionInfo info = connection.info();
    changes.note(Action::Swap, info,
                 isBetweenComponents(connection) ? commandText::swap(info) : "");
}

// Compared as texts with their type, as a script could write them. Keys that the framework itself
// serves are left out.
void noteProperties(Changes& changes, const Instance& instance, const std::string& port,
                    TypeMap& before, TypeMap& now) {
    if (!changes.wanted()) {
        return;
    }
    for (const std::string& key : now.getAllKeys(gov::cca::Type::NoType)) {
        const auto type = now.typeOf(key);
        const std::string text = toText(valueOf(now, key));
        const bool isSame = before.typeOf(key) == type && toText(valueOf(before, key)) == text;
        if (isSame || isServed(key)) {
            continue;
        }
        // The command `property` knows strings only.
        const bool hasCommand = !port.empty() || type == gov::cca::Type::String;
        std::string command;
        if (hasCommand && !isProgram(instance)) {
            command =
                commandText::withValue(
                    port.empty() ? commandText::property(instance.name(), key)
                                 : commandText::portProperty(instance.name(), port, key, type),
                    text)
                    .value_or("");
        }
        changes.note(Action::Set, {instance.name(), port, "", ""}, command);
    }
}

}  // namespace gantry::framework
