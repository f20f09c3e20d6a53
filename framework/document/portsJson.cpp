// For who offers the names of an assembly to people, such as the viewer: what can be connected and
// set is found out here, so that nobody has to guess it from types.

#include <gov/cca/ports/BasicParameterPort.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <vector>

#include "document/PortsDocument.hpp"
#include "values/TypeMap.hpp"
#include "values/Value.hpp"

namespace gantry::framework {
namespace {

using Json = nlohmann::ordered_json;

Json parametersJson(const Framework& framework, const std::string& instance,
                    const std::string& port) {
    Json list = Json::array();
    const auto parameters = std::dynamic_pointer_cast<gov::cca::ports::BasicParameterPort>(
        framework.providedPort(instance, port));
    if (parameters) {
        const auto values = parameters->readConfigurationMap();
        for (const std::string& key : parameters->readConfigurationKeys()) {
            const Value value = valueOf(*values, key);
            list.push_back(
                {{"name", key}, {"type", wordOf(typeOf(value))}, {"value", toText(value)}});
        }
    }
    return list;
}

Json endsJson(const std::string& instance, const std::string& port) {
    return {{"instance", instance}, {"port", port}};
}

class PortsText final {
public:
    explicit PortsText(const Framework& framework)
        : framework_(framework),
          connections_(framework.connections()),
          guarded_(framework.guarded()) {}

    std::string text() const {
        Json document{{"format", "gantry-assembly-ports"}, {"version", 1}};
        Json& instances = document["instances"] = Json::array();
        for (const InstanceInfo& instance : framework_.instances()) {
            Json entry{{"name", instance.name}, {"class", instance.className}};
            Json& ports = entry["ports"] = Json::array();
            for (const PortInfo& port : instance.ports) {
                ports.push_back(portJson(instance.name, port));
            }
            instances.push_back(std::move(entry));
        }
        return document.dump(-1, ' ', true, Json::error_handler_t::replace) + '\n';
    }

private:
    Json portJson(const std::string& instance, const PortInfo& port) const {
        Json entry{{"name", port.name}, {"type", port.type}, {"provides", port.provided}};
        if (port.provided) {
            Json parameters = parametersJson(framework_, instance, port.name);
            if (!parameters.empty()) {
                entry["parameters"] = std::move(parameters);
            }
            return entry;
        }
        entry["required"] = port.required;
        entry["connections"] = connectionsOf(instance, port.name);
        Json& fits = entry["fits"] = Json::array();
        for (const ConnectionInfo& each : framework_.possibleConnections(instance, port.name)) {
            fits.push_back(endsJson(each.provider, each.providesPort));
        }
        return entry;
    }

    Json connectionsOf(const std::string& instance, const std::string& port) const {
        Json list = Json::array();
        for (const ConnectionInfo& each : connections_) {
            if (each.user == instance && each.usesPort == port) {
                Json ends = endsJson(each.provider, each.providesPort);
                ends["guarded"] = isGuarded(each);
                list.push_back(std::move(ends));
            }
        }
        return list;
    }

    bool isGuarded(const ConnectionInfo& connection) const {
        return std::any_of(guarded_.begin(), guarded_.end(),
                           [&connection](const GuardedConnection& one) {
                               return one.guarded && one.connection == connection;
                           });
    }

    const Framework& framework_;
    std::vector<ConnectionInfo> connections_;
    std::vector<GuardedConnection> guarded_;
};

}  // namespace

std::string portsJson(const Framework& framework) {
    return PortsText(framework).text();
}

}  // namespace gantry::framework
