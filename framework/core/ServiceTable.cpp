// A service is found when the uses port is registered, not when it is connected: users never name
// the provider of a service. Ports that a gov.cca.ports.ServiceProvider makes for one user are
// noted by the serial number of their connection and ended with it, exactly once.

#include "core/ServiceTable.hpp"

#include <gantry/Error.hpp>

#include <utility>

namespace gantry::framework {
namespace {

void destroyMade(gov::cca::ports::ServiceProvider& provider, const std::string& port) {
    try {
        provider.destroyService(port);
    } catch (...) {  // NOLINT(bugprone-empty-catch): the user is gone whatever the provider thinks
                     // of it.
    }
}

}  // namespace

bool ServiceTable::add(const std::string& portType, Service service) {
    return services_.emplace(portType, std::move(service)).second;
}

bool ServiceTable::remove(const std::string& portType, const Instance& owner) {
    const auto found = services_.find(portType);
    if (found == services_.end() || found->second.owner.get() != &owner) {
        return false;
    }
    services_.erase(found);
    return true;
}

// Ports that the framework makes are one for each user and type, however many uses ports ask for
// it.
void ServiceTable::connect(const std::shared_ptr<Instance>& user, const std::string& usesPort,
                           const std::string& portType) {
    // A copy: makers may change the table.
    const Service service = services_.at(portType);
    if (service.provider) {
        connectMade(user, usesPort, portType, service);
    } else if (service.owner) {
        connections_.connectService({.user = user, .usesPort = usesPort, .provider = service.owner},
                                    service.singleton);
    } else {
        auto& port = user->servicePorts()[portType];
        if (!port) {
            port = service.make(user);
        }
        user->ports().attach(usesPort, {.connection = 0, .port = port});
    }
}

// A port that was made and cannot be connected is given back at once.
void ServiceTable::connectMade(const std::shared_ptr<Instance>& user, const std::string& usesPort,
                               const std::string& portType, const Service& service) {
    const std::string name = service.provider->createService(portType);
    try {
        const PortView made = service.owner->ports().require(name, true);
        if (!made.isA(portType)) {
            throw Error(gov::cca::CCAExceptionType::BadPortType,
                        "service provider '" + service.owner->name() + "' made port '" + name +
                            "' of type " + made.type + " where " + portType + " was asked for");
        }
        const auto connection = connections_.connectService(
            {.user = user, .usesPort = usesPort, .provider = service.owner, .providesPort = name},
            made.port);
        made_.emplace(connection->serial, Made{service.owner, service.provider});
    } catch (...) {
        destroyMade(*service.provider, name);
        throw;
    }
}

void ServiceTable::end(const std::vector<ConnectionPointer>& connections) {
    for (const ConnectionPointer& connection : connections) {
        const auto found = made_.find(connection->serial);
        if (found == made_.end()) {
            continue;
        }
        const Made made = std::move(found->second);
        made_.erase(found);
        destroyMade(*made.provider, connection->providesPort);
    }
}

void ServiceTable::forget(const Instance& owner) {
    std::erase_if(services_, [&](const auto& entry) { return entry.second.owner.get() == &owner; });
    std::erase_if(made_, [&](const auto& entry) { return entry.second.owner.get() == &owner; });
}

}  // namespace gantry::framework
