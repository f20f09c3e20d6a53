// The ports of one instance: registration, withdrawal and what that does to their connections.

#include <gantry/Error.hpp>

#include <algorithm>
#include <utility>

#include "core/AssemblyCore.hpp"
#include "core/portTypes.hpp"

namespace gantry::framework {
namespace {

using gov::cca::CCAExceptionType;

/// Whether the component keeps to its description where that names the port.
void checkDescribed(const Instance& instance, const PortDeclaration& declaration, bool provided) {
    const PortInfo* const described = instance.describedPort(declaration.name);
    if (!described || (described->provided == provided && described->type == declaration.type)) {
        return;
    }
    throw Error(CCAExceptionType::BadPortType,
                std::string("port '") + instance.name() + '.' + declaration.name +
                    "' is registered as a " + (provided ? "provides" : "uses") + " port of type " +
                    declaration.type + ", but component class '" + instance.className() +
                    "' describes it as a " + (described->provided ? "provides" : "uses") +
                    " port of type " + described->type);
}

}  // namespace

void AssemblyCore::registerUses(const std::shared_ptr<Instance>& instance,
                                const PortDeclaration& declaration) {
    const AssemblyLock guard = lock();
    checkDescribed(*instance, declaration, false);
    makeWay(instance, declaration.name);
    PortDeclaration registered = declaration;
    // Ports of types that the framework serves are connected at once and are not shown as the
    // user's.
    registered.service = services_.serves(declaration.type);
    instance->ports().addUses(registered);
    if (!registered.service) {
        return;
    }
    try {
        services_.connect(instance, declaration.name, declaration.type);
    } catch (...) {
        // Registered and connected, or neither.
        instance->ports().removeUses(declaration.name);
        throw;
    }
}

void AssemblyCore::makeWay(const std::shared_ptr<Instance>& instance, const std::string& port) {
    const auto present = instance->ports().find(port);
    if (present && present->provided && present->service &&
        connections_.providedBy(*instance, port).empty()) {
        instance->ports().removeProvides(port);
    }
}

std::vector<PortView> AssemblyCore::listedPorts(const Instance& instance) const {
    auto ports = instance.ports().list();
    std::erase_if(ports, [&](const PortView& port) {
        return port.service && !(port.provided && connections_.isProvided(instance, port.name));
    });
    return ports;
}

void AssemblyCore::unregisterUses(const std::shared_ptr<Instance>& instance,
                                  const std::string& port) {
    const AssemblyLock guard = lock();
    instance->ports().require(port, false);
    const auto mine = connections_.usedBy(*instance, port);
    // The connections end first, with their events; removing the port would only drop its links.
    connections_.disconnect(mine);
    services_.end(mine);
    instance->ports().removeUses(port);
}

void AssemblyCore::addProvides(const std::shared_ptr<Instance>& instance,
                               const PortDeclaration& declaration,
                               std::shared_ptr<gov::cca::Port> port) {
    const AssemblyLock guard = lock();
    checkDescribed(*instance, declaration, true);
    if (!port || !hasPortType(*port, declaration.type)) {
        throw Error(
            CCAExceptionType::BadPortType,
            "provides port '" + instance->name() + '.' + declaration.name +
                (port ? "' is not of its type " + declaration.type : "' is null; add an object"));
    }
    makeWay(instance, declaration.name);
    instance->ports().addProvides(declaration, std::move(port));
    instances_.addProvider(declaration.type, instance);
}

void AssemblyCore::removeProvides(const std::shared_ptr<Instance>& instance,
                                  const std::string& port) {
    const AssemblyLock guard = lock();
    const std::string type = instance->ports().require(port, true).type;
    const auto served = connections_.providedBy(*instance, port);
    // The provider withdraws it, whatever its users hold.
    connections_.disconnectByForce(served);
    services_.end(served);
    std::erase_if(defaults_, [&](const DefaultProvider& d) {
        return d.instance == instance && d.port == port;
    });
    // The end of a service may have withdrawn its port.
    if (instance->ports().find(port)) {
        instance->ports().removeProvides(port);
    }
    // Several ports of one type: the instance is a provider while one is left.
    const auto left = instance->ports().list();
    if (std::none_of(left.begin(), left.end(),
                     [&](const PortView& view) { return view.provided && view.type == type; })) {
        instances_.removeProvider(type, *instance);
    }
}

}  // namespace gantry::framework
