#include <algorithm>

#include "assembly/Assembly.hpp"
#include "values/Value.hpp"

namespace gantry::framework {
namespace {

using Action = Change::Action;

/// The embedding program is an instance that no script can make.
bool isProgram(const Instance& instance) {
    return !instance.description();
}

bool fitsInLine(const std::string& value) {
    const auto isBlank = [](char c) { return c == ' ' || c == '\t'; };
    return std::none_of(value.begin(), value.end(),
                        [](unsigned char c) { return (c < ' ' && c != '\t') || c == 0x7f; }) &&
           (value.empty() || (!isBlank(value.front()) && !isBlank(value.back())));
}

}  // namespace

void Assembly::noteCreated(const Instance& instance) {
    if (!changes_.wanted()) {
        return;
    }
    changes_.note(
        Action::Create, {instance.name(), "", "", ""},
        isProgram(instance) ? "" : "instantiate " + instance.className() + ' ' + instance.name());
    TypeMap none;
    noteProperties(instance, "", none, *instance.properties());
}

void Assembly::noteDestroyed(const Instance& instance) {
    changes_.note(Action::Destroy, {instance.name(), "", "", ""},
                  isProgram(instance) ? "" : "remove " + instance.name());
}

void Assembly::noteConnection(const Connection& connection, bool made) {
    if (!changes_.wanted() || connection.isService) {
        return;
    }
    const ConnectionInfo c = connection.info();
    std::string command;
    if (!isProgram(*connection.user) && !isProgram(*connection.provider)) {
        command = (made ? "connect " : "disconnect ") + c.user + ' ' + c.usesPort + ' ' +
                  c.provider + ' ' + c.providesPort +
                  (made && connection.guarded ? " guarded" : "");
    }
    changes_.note(made ? Action::Connect : Action::Disconnect, c, command);
}

void Assembly::noteSwapped(const Connection& connection) {
    const ConnectionInfo c = connection.info();
    const bool canBeSaid = !isProgram(*connection.user) && !isProgram(*connection.provider);
    changes_.note(
        Action::Swap, c,
        canBeSaid ? "swap " + c.user + ' ' + c.usesPort + ' ' + c.provider + ' ' + c.providesPort
                  : "");
}

void Assembly::noteProperties(const Instance& instance, const std::string& port, TypeMap& before,
                              TypeMap& now) {
    if (!changes_.wanted()) {
        return;
    }
    for (const std::string& key : now.getAllKeys(gov::cca::Type::NoType)) {
        const auto type = now.typeOf(key);
        const std::string text = toText(valueOf(now, key));
        const bool isSame = before.typeOf(key) == type && toText(valueOf(before, key)) == text;
        if (isSame || isServed(key)) {
            continue;
        }
        std::string command;
        const bool canBeSaid = !port.empty() || type == gov::cca::Type::String;
        if (canBeSaid && fitsInLine(text) && !isProgram(instance)) {
            command = port.empty() ? "property " + instance.name() + ' ' + key
                                   : "port-property " + instance.name() + ' ' + port + ' ' + key +
                                         ' ' + wordOf(type);
            command += (text.empty() ? "" : " ") + text;
        }
        changes_.note(Action::Set, {instance.name(), port, "", ""}, command);
    }
}

void Assembly::setProperties(const std::shared_ptr<Instance>& instance,
                             const std::shared_ptr<gov::cca::TypeMap>& properties) {
    const Lock guard = lock();
    const auto before = instance->properties();
    instance->setProperties(copyOf(properties));
    noteProperties(*instance, "", *before, *instance->properties());
}

}  // namespace gantry::framework
