// Providers that serve users that name none.

#include <gantry/Error.hpp>

#include <algorithm>
#include <exception>
#include <utility>

#include "core/AssemblyCore.hpp"

namespace gantry::framework {
namespace {

using gov::cca::CCAExceptionType;

}  // namespace

void AssemblyCore::setDefaultProvider(const std::string& portType, const std::string& provider,
                                      const std::string& port) {
    const AssemblyLock guard = lock();
    auto owner = instance(provider);
    const PortView view = owner->ports().require(port, true);
    if (!view.isA(portType)) {
        throw Error(CCAExceptionType::BadPortType,
                    "provides port '" + provider + '.' + port + "' has type " + view.type +
                        " and cannot be the default for " + portType);
    }
    // One default for each type: the latest counts.
    std::erase_if(defaults_, [&](const DefaultProvider& d) { return d.portType == portType; });
    defaults_.push_back({portType, std::move(owner), port});
}

CommonProvider AssemblyCore::commonProvider(const std::string& portType,
                                            const std::shared_ptr<Instance>& preferred) const {
    const AssemblyLock guard = lock();
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
            // For monitors: the backend that times, so that times and records have one source.
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

void AssemblyCore::connectDefaults(const std::shared_ptr<Instance>& only) {
    const AssemblyLock guard = lock();
    // All are tried: one port that refuses does not leave the others open. The first error is
    // thrown at the end.
    std::exception_ptr first;
    // Copies: connecting notifies components, which may change both lists.
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

}  // namespace gantry::framework
