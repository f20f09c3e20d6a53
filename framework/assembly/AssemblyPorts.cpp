// The commands on connections, and the check that an instance can start.

#include <base/text/NameSuggestion.hpp>
#include <gantry/Error.hpp>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "assembly/Assembly.hpp"

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

}  // namespace

ConnectionPointer Assembly::connect(const ConnectionInfo& info, Guard wanted) {
    const AssemblyLock guard = core_.lock();
    return core_.connections().connect({.user = core_.instance(info.user),
                                        .usesPort = info.usesPort,
                                        .provider = core_.instance(info.provider),
                                        .providesPort = info.providesPort,
                                        .guarded = wanted == Guard::Guarded});
}

// A swap has to know which connection is meant; a port with several has none that is.
ConnectionPointer Assembly::onlyConnection(const std::shared_ptr<Instance>& user,
                                           const std::string& usesPort) const {
    const PortView port = user->ports().require(usesPort, false);
    auto found = core_.connections().usedBy(*user, usesPort);
    std::erase_if(found, [](const ConnectionPointer& c) { return c->isService; });
    const std::string full =
        "uses port '" + user->name() + '.' + usesPort + "' (" + port.type + ") ";
    if (port.service) {
        throw Error(CCAExceptionType::Nonstandard,
                    full + "is served by the framework; its provider cannot be swapped");
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
    Discard discard;
    AssemblyLock guard = core_.lock();
    rewiring_.rewire({onlyConnection(core_.instance(target.user), target.usesPort),
                      core_.instance(target.provider), target.providesPort, timeout, discard},
                     guard);
}

void Assembly::rewire(AssemblyLock& guard, const SwapRequest& request) {
    rewiring_.rewire(request, guard);
}

void Assembly::setProperties(const ConnectionPointer& connection,
                             const std::shared_ptr<gov::cca::TypeMap>& properties) {
    auto copy = copyOf(properties);
    guarding_.applyProperties(*connection, *copy);
    connection->properties = std::move(copy);
}

void Assembly::watch(const ConnectionPointer& connection, const std::string& method,
                     const std::shared_ptr<wiring::Watcher>& watcher) {
    monitoring_.watch(connection, method, watcher);
}

void Assembly::unwatch(const ConnectionPointer& connection) {
    monitoring_.unwatch(connection);
}

void Assembly::disconnect(const ConnectionInfo& info, double timeout) {
    AssemblyLock guard = core_.lock();
    const auto user = core_.instance(info.user);
    user->ports().require(info.usesPort, false);
    core_.instance(info.provider)->ports().require(info.providesPort, true);
    core_.connections().disconnect({core_.connections().require(user.get(), info)},
                                   deadlineAfter(timeout), guard);
}

std::vector<std::shared_ptr<Instance>> Assembly::reachedFrom(
    const std::shared_ptr<Instance>& user) const {
    // Who builds may complete what comes after its optional ports before it calls them.
    const bool builds = canBuild(*user);
    std::vector<std::shared_ptr<Instance>> reached;
    for (const ConnectionPointer& connection : core_.connections().usedBy(*user)) {
        const auto port = user->ports().find(connection->usesPort);
        if (!builds || (port && user->fewestConnections(*port) > 0)) {
            reached.push_back(connection->provider);
        }
    }
    return reached;
}

// Breadth first from the instance that is to start; what it cannot reach may be incomplete.
void Assembly::requireConnected(const std::string& name) const {
    const AssemblyLock guard = core_.lock();
    std::vector<std::shared_ptr<Instance>> reached{core_.instance(name)};
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
                    "'" + name + "' cannot start, because these uses ports are not connected: " +
                        missing + "; connect each to a provider of its type");
    }
}

}  // namespace gantry::framework
