#include <gov/cca/ports/BasicParameterPort.hpp>

#include <algorithm>
#include <ostream>

#include "script/Verb.hpp"
#include "values/TypeMap.hpp"

namespace gantry::framework::script {
namespace {

// The framework's own properties, which nobody may set.
bool isFixed(const std::string& key) {
    return key.rfind("cca.", 0) == 0;
}

/// A command of these words and a value; a comment where no line of a script can hold the value.
void writeCommand(std::ostream& output, const std::string& words, const std::string& value) {
    const bool isControl = std::any_of(value.begin(), value.end(), [](unsigned char c) {
        return c != '\t' && (c < ' ' || c == 0x7f);
    });
    const bool isTrimmed = !value.empty() && (value.front() == ' ' || value.front() == '\t' ||
                                              value.back() == ' ' || value.back() == '\t');
    if (isControl || isTrimmed) {
        output << "# not kept, as no line can hold its value: " << words << '\n';
    } else {
        output << words << (value.empty() ? "" : " ") << value << '\n';
    }
}

void replayProperties(Session& session, const InstanceInfo& instance, std::ostream& output) {
    const auto builder = session.framework.builderService();
    const auto properties = builder->getComponentProperties(builder->getComponentID(instance.name));
    for (const std::string& key : properties->getAllKeys(gov::cca::Type::String)) {
        if (!isFixed(key)) {
            writeCommand(output, "property " + instance.name + ' ' + key,
                         properties->getString(key, ""));
        }
    }
}

void replayPortProperties(Session& session, const InstanceInfo& instance, const PortInfo& port,
                          std::ostream& output) {
    const auto builder = session.framework.builderService();
    const auto properties =
        builder->getPortProperties(builder->getComponentID(instance.name), port.name);
    for (const std::string& key : properties->getAllKeys(gov::cca::Type::NoType)) {
        if (!isFixed(key)) {
            writeCommand(output,
                         "port-property " + instance.name + ' ' + port.name + ' ' + key + ' ' +
                             wordOf(properties->typeOf(key)),
                         toText(valueOf(*properties, key)));
        }
    }
}

void replayParameters(Session& session, const InstanceInfo& instance, const PortInfo& port,
                      std::ostream& output) {
    const auto parameters = std::dynamic_pointer_cast<gov::cca::ports::BasicParameterPort>(
        session.framework.providedPort(instance.name, port.name));
    if (!parameters) {
        return;
    }
    const auto values = parameters->readConfigurationMap();
    for (const std::string& key : parameters->readConfigurationKeys()) {
        writeCommand(output, "parameters " + instance.name + ' ' + port.name + ' ' + key + " set",
                     toText(valueOf(*values, key)));
    }
}

}  // namespace

void writeAssembly(Session& session, std::ostream& output) {
    for (const InstanceInfo& instance : session.framework.instances()) {
        output << "instantiate " << instance.className << ' ' << instance.name << '\n';
        replayProperties(session, instance, output);
        for (const PortInfo& port : instance.ports) {
            replayPortProperties(session, instance, port, output);
            if (port.provided) {
                replayParameters(session, instance, port, output);
            }
        }
    }
    for (const ConnectionInfo& c : session.framework.connections()) {
        output << "connect " << c.user << ' ' << c.usesPort << ' ' << c.provider << ' '
               << c.providesPort << '\n';
    }
    replayMonitored(session, output);
}

}  // namespace gantry::framework::script
