// Writes the script that builds an assembly again, from the same plain values as the JSON form.

#include <ostream>

#include "core/commandText.hpp"
#include "document/AssemblyDocument.hpp"
#include "script/Verb.hpp"

namespace gantry::framework::script {
namespace {

/// A command with its value; a comment if no line of a script can hold the value.
void writeCommand(std::ostream& output, const std::string& command, const std::string& value) {
    const auto line = commandText::withValue(command, value);
    output << line.value_or("# not kept, as no line can hold its value: " + command) << '\n';
}

void replayInstance(const SavedInstance& instance, std::ostream& output) {
    output << commandText::instantiate(instance.className, instance.name) << '\n';
    for (const NamedValue& each : instance.properties) {
        if (const auto* const text = std::get_if<std::string>(&each.value)) {
            writeCommand(output, commandText::property(instance.name, each.key), *text);
        }
    }
    for (const PortValues& port : instance.portProperties) {
        for (const NamedValue& each : port.values) {
            writeCommand(
                output,
                commandText::portProperty(instance.name, port.port, each.key, typeOf(each.value)),
                toText(each.value));
        }
    }
    for (const PortValues& port : instance.parameters) {
        for (const NamedValue& each : port.values) {
            writeCommand(output, commandText::parameter(instance.name, port.port, each.key),
                         toText(each.value));
        }
    }
}

void replayConnection(const SavedConnection& connection, std::ostream& output) {
    output << commandText::connect(connection.ends, connection.guarded) << '\n';
}

}  // namespace

void writeAssembly(ScriptContext& context, std::ostream& output) {
    const AssemblyDocument document = documentOf(context.framework);
    for (const SavedInstance& instance : document.instances) {
        replayInstance(instance, output);
    }
    // After all instances: a connection needs both.
    for (const SavedConnection& connection : document.connections) {
        replayConnection(connection, output);
    }
    replayMonitored(context, output);
}

}  // namespace gantry::framework::script
