#include <base/text/NameSuggestion.hpp>
#include <gantry/Error.hpp>

#include <algorithm>
#include <exception>
#include <unordered_set>
#include <utility>

#include "assembly/Assembly.hpp"
#include "core/portTypes.hpp"

namespace gantry::framework {
namespace {

using gov::cca::CCAExceptionType;

constexpr const char* kBuilderType = "gov.cca.ports.BuilderService";

/// The uses ports of an instance that lack connections.
std::string missingPorts(const Instance& instance) {
    std::string text;
    for (const PortView& port : instance.ports().list()) {
        const int fewest = instance.fewestConnections(port);
        if (port.service || port.numLinks >= fewest) {
            continue;
        }
        text += (text.empty() ? "'" : ", '") + instance.name() + '.' + port.name + "' (" +
                port.type + ')';
        if (fewest > 1) {
            text += " with " + std::to_string(port.numLinks) + " of " + std::to_string(fewest) +
                    " connections";
        }
    }
    return text;
}

bool canBuild(const Instance& instance) {
    const auto ports = instance.ports().list();
    return std::any_of(ports.begin(), ports.end(), [](const PortView& port) {
        return port.service && port.type == kBuilderType;
    });
}

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

void Assembly::registerUses(const std::shared_ptr<Instance>& instance,
                            const PortDeclaration& declaration) {
    const Lock guard = lock();
    checkDescribed(*instance, declaration, false);
    PortDeclaration registered = declaration;
    registered.service = services_.serves(declaration.type);
    instance->ports().addUses(registered);
    if (!registered.service) {
        return;
    }
    try {
        services_.connect(instance, declaration.name, declaration.type);
    } catch (...) {
        instance->ports().removeUses(declaration.name);
        throw;
    }
}

void Assembly::unregisterUses(const std::shared_ptr<Instance>& instance, const std::string& port) {
    const Lock guard = lock();
    instance->ports().require(port, false);
    const auto mine = connections_.usedBy(*instance, port);
    connections_.disconnect(mine);
    services_.end(mine);
    instance->ports().removeUses(port);
}

void Assembly::addProvides(const std::shared_ptr<Instance>& instance,
                           const PortDeclaration& declaration,
                           std::shared_ptr<gov::cca::Port> port) {
    const Lock guard = lock();
    checkDescribed(*instance, declaration, true);
    if (!port || !hasPortType(*port, declaration.type)) {
        throw Error(
            CCAExceptionType::BadPortType,
            "provides port '" + instance->name() + '.' + declaration.name +
                (port ? "' is not of its type " + declaration.type : "' is null; add an object"));
    }
    instance->ports().addProvides(declaration, std::move(port));
    instances_.addProvider(declaration.type, instance);
}

void Assembly::removeProvides(const std::shared_ptr<Instance>& instance, const std::string& port) {
    const Lock guard = lock();
    const std::string type = instance->ports().require(port, true).type;
    const auto served = connections_.providedBy(*instance, port);
    connections_.disconnectByForce(served);
    services_.end(served);
    std::erase_if(defaults_, [&](const DefaultProvider& d) {
        return d.instance == instance && d.port == port;
    });
    // The end of a service may have withdrawn its port.
    if (instance->ports().find(port)) {
        instance->ports().removeProvides(port);
    }
    const auto left = instance->ports().list();
    if (std::none_of(left.begin(), left.end(),
                     [&](const PortView& view) { return view.provided && view.type == type; })) {
        instances_.removeProvider(type, *instance);
    }
}

void Assembly::setPortProperties(const std::shared_ptr<Instance>& instance, const std::string& port,
                                 const std::shared_ptr<gov::cca::TypeMap>& properties) {
    const Lock guard = lock();
    const std::size_t present = connections_.usedBy(*instance, port).size() +
                                connections_.providedBy(*instance, port).size();
    const auto before = instance->ports().properties(port);
    instance->ports().setProperties(port, properties, static_cast<int>(present));
    if (before) {
        noteProperties(*instance, port, *before, *instance->ports().properties(port));
    }
}

ConnectionPointer Assembly::connect(const ConnectionInfo& info, Guard wanted) {
    const Lock guard = lock();
    return connections_.connect({.user = instance(info.user),
                                 .usesPort = info.usesPort,
                                 .provider = instance(info.provider),
                                 .providesPort = info.providesPort,
                                 .guarded = wanted == Guard::Guarded});
}

ConnectionPointer Assembly::onlyConnection(const std::shared_ptr<Instance>& user,
                                           const std::string& usesPort) const {
    const PortView port = user->ports().require(usesPort, false);
    auto found = connections_.usedBy(*user, usesPort);
    std::erase_if(found, [](const ConnectionPointer& c) { return c->isService; });
    const std::string full =
        "uses port '" + user->name() + '.' + usesPort + "' (" + port.type + ") ";
    if (port.service) {
        throw Error(CCAExceptionType::Nonstandard,
                    full + "is served by the framework; its provider can not be exchanged");
    }
    if (found.empty()) {
        throw Error(CCAExceptionType::PortNotConnected,
                    full + "is not connected; connect it first");
    }
    if (found.size() > 1) {
        throw Error(CCAExceptionType::Nonstandard,
                    full + "has " + std::to_string(found.size()) +
                        " connections; disconnect one and connect another");
    }
    return found.front();
}

void Assembly::rewire(const ConnectionInfo& target, double timeout) {
    // Dropped after the lock: the provider before may end with it.
    Rewiring::Discard discard;
    Lock guard = lock();
    rewiring_.rewire({onlyConnection(instance(target.user), target.usesPort),
                      instance(target.provider), target.providesPort, timeout, discard},
                     guard);
}

void Assembly::rewire(Lock& guard, const Rewiring::Request& request) {
    rewiring_.rewire(request, guard);
}

void Assembly::disconnect(const ConnectionInfo& info, double timeout) {
    Lock guard = lock();
    const auto user = instance(info.user);
    user->ports().require(info.usesPort, false);
    instance(info.provider)->ports().require(info.providesPort, true);
    connections_.disconnect({connections_.require(user.get(), info)}, deadlineAfter(timeout),
                            guard);
}

void Assembly::setDefaultProvider(const std::string& portType, const std::string& provider,
                                  const std::string& port) {
    const Lock guard = lock();
    auto owner = instance(provider);
    const PortView view = owner->ports().require(port, true);
    if (view.type != portType) {
        throw Error(CCAExceptionType::BadPortType,
                    "provides port '" + provider + '.' + port + "' has type " + view.type +
                        " and can not be the default for " + portType);
    }
    std::erase_if(defaults_, [&](const DefaultProvider& d) { return d.portType == portType; });
    defaults_.push_back({portType, std::move(owner), port});
}

CommonProvider Assembly::commonProvider(const std::string& portType,
                                        const std::shared_ptr<Instance>& preferred) const {
    const Lock guard = lock();
    for (const DefaultProvider& chosen : defaults_) {
        if (chosen.portType == portType) {
            return {chosen.instance, chosen.instance->hold(
                                         chosen.instance->ports().require(chosen.port, true).port)};
        }
    }
    std::vector<CommonProvider> found;
    std::string names;
    for (const auto& candidate : instances_.providersOf(portType)) {
        for (const PortView& port : candidate->ports().list()) {
            if (!port.provided || port.type != portType) {
                continue;
            }
            found.push_back({candidate, candidate->hold(port.port)});
            if (preferred && candidate == preferred) {
                return found.back();
            }
            names += (names.empty() ? "'" : ", '") + candidate->name() + '.' + port.name + "'";
        }
    }
    if (found.size() == 1) {
        return found.front();
    }
    throw Error(CCAExceptionType::PortNotConnected,
                found.empty()
                    ? "no instance provides " + portType +
                          ", which this monitoring needs; create a performance component before "
                          "it, such as performance.Native, or monitor without timers and records"
                    : "several instances provide " + portType + ": " + names +
                          "; remove all but one, or make one of them the default");
}

void Assembly::connectDefaults(const std::shared_ptr<Instance>& only) {
    const Lock guard = lock();
    std::exception_ptr first;
    const auto defaults = defaults_;
    const auto users = only ? std::vector<std::shared_ptr<Instance>>{only} : instances_.list();
    for (const auto& user : users) {
        for (const PortView& port : user->ports().list()) {
            const auto found =
                std::find_if(defaults.begin(), defaults.end(),
                             [&](const DefaultProvider& d) { return d.portType == port.type; });
            const bool wanting = !port.provided && port.numLinks == 0 && port.maxConnections > 0;
            if (!wanting || found == defaults.end() || found->instance == user) {
                continue;
            }
            try {
                connections_.connect({.user = user,
                                      .usesPort = port.name,
                                      .provider = found->instance,
                                      .providesPort = found->port,
                                      .isDefault = true});
            } catch (...) {
                first = first ? first : std::current_exception();
            }
        }
    }
    if (first) {
        std::rethrow_exception(first);
    }
}

std::vector<std::shared_ptr<Instance>> Assembly::reachedFrom(
    const std::shared_ptr<Instance>& user) const {
    // Who builds may complete what stands behind its optional ports before it calls them.
    const bool builds = canBuild(*user);
    std::vector<std::shared_ptr<Instance>> reached;
    for (const ConnectionPointer& connection : connections_.usedBy(*user)) {
        const auto port = user->ports().find(connection->usesPort);
        if (!builds || (port && user->fewestConnections(*port) > 0)) {
            reached.push_back(connection->provider);
        }
    }
    return reached;
}

void Assembly::requireConnected(const std::string& name) const {
    const Lock guard = lock();
    std::vector<std::shared_ptr<Instance>> reached{instance(name)};
    std::unordered_set<const Instance*> seen{reached.front().get()};
    std::string missing;
    for (std::size_t i = 0; i < reached.size(); ++i) {
        const std::string ports = missingPorts(*reached[i]);
        missing += (missing.empty() || ports.empty() ? "" : ", ") + ports;
        for (auto& next : reachedFrom(reached[i])) {
            if (seen.insert(next.get()).second) {
                reached.push_back(std::move(next));
            }
        }
    }
    if (!missing.empty()) {
        throw Error(CCAExceptionType::PortNotConnected,
                    "'" + name + "' can not start, because these uses ports are not connected: " +
                        missing + "; connect each to a provider of its type");
    }
}

}  // namespace gantry::framework
