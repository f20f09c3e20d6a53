// Reads through the public Framework and the builder port only, so that what is saved is what a
// component could see.

#include "document/AssemblyDocument.hpp"

#include <gov/cca/ports/BasicParameterPort.hpp>

#include <map>
#include <memory>

#include "values/TypeMap.hpp"
#include "values/Value.hpp"

namespace gantry::framework {
namespace {

std::vector<NamedValue> valuesOf(gov::cca::TypeMap& map) {
    std::vector<NamedValue> values;
    for (const std::string& key : map.getAllKeys(gov::cca::Type::NoType)) {
        // Keys that the framework computes, such as the class: not read back.
        if (!isServed(key)) {
            values.push_back({key, valueOf(map, key)});
        }
    }
    return values;
}

std::vector<NamedValue> parametersOf(const Framework& framework, const std::string& instance,
                                     const std::string& port) {
    const auto parameters = std::dynamic_pointer_cast<gov::cca::ports::BasicParameterPort>(
        framework.providedPort(instance, port));
    if (!parameters) {
        return {};
    }
    std::vector<NamedValue> values;
    const auto map = parameters->readConfigurationMap();
    for (const std::string& key : parameters->readConfigurationKeys()) {
        values.push_back({key, valueOf(*map, key)});
    }
    return values;
}

void addTo(std::vector<PortValues>& list, const std::string& port, std::vector<NamedValue> values) {
    if (!values.empty()) {
        list.push_back({port, std::move(values)});
    }
}

SavedInstance saved(Framework& framework, const InstanceInfo& instance) {
    const auto builder = framework.builderService();
    const auto id = builder->getComponentID(instance.name);
    SavedInstance saved{instance.name, instance.className,
                        valuesOf(*builder->getComponentProperties(id))};
    for (const PortInfo& port : instance.ports) {
        addTo(saved.portProperties, port.name,
              valuesOf(*builder->getPortProperties(id, port.name)));
        if (port.provided) {
            addTo(saved.parameters, port.name, parametersOf(framework, instance.name, port.name));
        }
    }
    return saved;
}

}  // namespace

AssemblyDocument documentOf(Framework& framework) {
    AssemblyDocument document;
    for (const InstanceInfo& instance : framework.instances()) {
        document.instances.push_back(saved(framework, instance));
    }
    // Collected once: looking up each connection in the lists would be quadratic.
    std::map<ConnectionInfo, bool> guarded;
    for (const GuardedConnection& each : framework.guarded()) {
        guarded[each.connection] = each.guarded;
    }
    std::map<ConnectionInfo, std::vector<MonitoredMethod>> monitored;
    for (MonitoredConnection& each : framework.monitored()) {
        monitored[each.connection] = std::move(each.methods);
    }
    for (const ConnectionInfo& connection : framework.connections()) {
        document.connections.push_back(
            {connection, guarded[connection], std::move(monitored[connection])});
    }
    return document;
}

}  // namespace gantry::framework
