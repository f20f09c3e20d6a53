#include <algorithm>
#include <ostream>

#include "document/AssemblyDocument.hpp"
#include "script/Verb.hpp"

namespace gantry::framework::script {
namespace {

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

void replayInstance(const SavedInstance& instance, std::ostream& output) {
    output << "instantiate " << instance.className << ' ' << instance.name << '\n';
    for (const NamedValue& each : instance.properties) {
        if (const auto* const text = std::get_if<std::string>(&each.value)) {
            writeCommand(output, "property " + instance.name + ' ' + each.key, *text);
        }
    }
    for (const PortValues& port : instance.portProperties) {
        for (const NamedValue& each : port.values) {
            writeCommand(output,
                         "port-property " + instance.name + ' ' + port.port + ' ' + each.key + ' ' +
                             wordOf(typeOf(each.value)),
                         toText(each.value));
        }
    }
    for (const PortValues& port : instance.parameters) {
        for (const NamedValue& each : port.values) {
            writeCommand(output,
                         "parameters " + instance.name + ' ' + port.port + ' ' + each.key + " set",
                         toText(each.value));
        }
    }
}

void replayConnection(const SavedConnection& connection, std::ostream& output) {
    const ConnectionInfo& c = connection.ends;
    output << "connect " << c.user << ' ' << c.usesPort << ' ' << c.provider << ' '
           << c.providesPort << (connection.guarded ? " guarded" : "") << '\n';
}

}  // namespace

void writeAssembly(ScriptContext& context, std::ostream& output) {
    const AssemblyDocument document = documentOf(context.framework);
    for (const SavedInstance& instance : document.instances) {
        replayInstance(instance, output);
    }
    for (const SavedConnection& connection : document.connections) {
        replayConnection(connection, output);
    }
    replayMonitored(context, output);
}

}  // namespace gantry::framework::script
