#include "Assembly.hpp"

#include <gov/cca/ComponentID.hpp>
#include <gov/cca/ConnectionID.hpp>
#include <gov/cca/TypeMap.hpp>

#include <algorithm>

namespace optimizer {
namespace {

// Seconds to wait for a port that is in use.
constexpr float kTimeout = 5;

}  // namespace

std::vector<std::string> Assembly::instances() const {
    std::vector<std::string> names;
    for (const auto& component : builder_.getComponentIDs()) {
        names.push_back(component->getInstanceName());
    }
    return names;
}

bool Assembly::has(const std::string& instance) const {
    const std::vector<std::string> names = instances();
    return std::find(names.begin(), names.end(), instance) != names.end();
}

std::vector<Assembly::Port> Assembly::usedPorts(const std::string& instance) const {
    const auto component = id(instance);
    std::vector<Port> ports;
    for (const std::string& name : builder_.getUsedPortNames(component)) {
        ports.push_back(
            {name, builder_.getPortProperties(component, name)->getString("cca.portType", "")});
    }
    return ports;
}

std::string Assembly::typeOfUsedPort(const std::string& instance,
                                     const std::string& usesPort) const {
    if (!has(instance)) {
        return "";
    }
    for (const Port& port : usedPorts(instance)) {
        if (port.name == usesPort) {
            return port.type;
        }
    }
    return "";
}

std::optional<std::string> Assembly::providedPort(const std::string& instance,
                                                  const std::string& type) const {
    const auto component = id(instance);
    for (const std::string& name : builder_.getProvidedPortNames(component)) {
        if (builder_.getPortProperties(component, name)->getString("cca.portType", "") == type) {
            return name;
        }
    }
    return std::nullopt;
}

std::optional<Assembly::Provider> Assembly::providerOf(const std::string& user,
                                                       const std::string& usesPort) const {
    const auto connection = connectionOf(user, usesPort);
    if (!connection) {
        return std::nullopt;
    }
    return Provider{connection->getProvider()->getInstanceName(),
                    connection->getProviderPortName()};
}

std::string Assembly::classOf(const std::string& instance) const {
    return builder_.getComponentProperties(id(instance))->getString("cca.className", "");
}

std::string Assembly::versionOf(const std::string& instance) const {
    return builder_.getComponentProperties(id(instance))->getString("gantry.classVersion", "");
}

// With an empty name the framework chooses one that is free.
std::string Assembly::create(const std::string& className, const std::string& wantedName) {
    return builder_.createInstance(has(wantedName) ? "" : wantedName, className, nullptr)
        ->getInstanceName();
}

void Assembly::destroy(const std::string& instance) {
    builder_.destroyInstance(id(instance), kTimeout);
}

void Assembly::connect(const std::string& user, const std::string& usesPort,
                       const Provider& provider) {
    builder_.connect(id(user), usesPort, id(provider.instance), provider.port);
}

// For a port that nobody calls at that moment: between the two steps it has no provider. Where
// calls may be in flight, rewire() is used.
void Assembly::replace(const Provider& user, const Provider& provider) {
    const auto former = providerOf(user.instance, user.port);
    disconnect(user.instance, user.port);
    try {
        connect(user.instance, user.port, provider);
    } catch (...) {
        // The user must not be left without a provider. Where the former one cannot be connected
        // either, that error is thrown.
        if (former) {
            connect(user.instance, user.port, *former);
        }
        throw;
    }
}

void Assembly::rewire(const std::string& user, const std::string& usesPort,
                      const Provider& provider, wiring::Rewiring& rewiring, float seconds) {
    const auto connection = connectionOf(user, usesPort);
    if (!connection) {
        connect(user, usesPort, provider);
    } else if (connection->getProvider()->getInstanceName() != provider.instance ||
               connection->getProviderPortName() != provider.port) {
        rewiring.rewire(connection, id(provider.instance), provider.port, seconds);
    }
}

void Assembly::disconnect(const std::string& user, const std::string& usesPort) {
    if (const auto connection = connectionOf(user, usesPort)) {
        builder_.disconnect(connection, kTimeout);
    }
}

std::shared_ptr<gov::cca::ComponentID> Assembly::id(const std::string& instance) const {
    return builder_.getComponentID(instance);
}

std::shared_ptr<gov::cca::ConnectionID> Assembly::connectionOf(const std::string& user,
                                                               const std::string& usesPort) const {
    // The list has the connections of which the instance is the provider as well.
    for (const auto& connection : builder_.getConnectionIDs({id(user)})) {
        if (connection->getUser()->getInstanceName() == user &&
            connection->getUserPortName() == usesPort) {
            return connection;
        }
    }
    return nullptr;
}

}  // namespace optimizer
