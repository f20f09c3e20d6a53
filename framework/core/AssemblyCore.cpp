// The core knows no proxies, probes or framework services: the layers above give them to it as
// functions (ConnectionTable::setPrepare) or as makers of ports (ServiceTable::add). So it can be
// included by all of them, and includes none.

#include "core/AssemblyCore.hpp"

#include <gantry/Error.hpp>

#include <utility>

#include "core/changeNotes.hpp"

namespace gantry::framework {

AssemblyCore::AssemblyCore(std::vector<std::filesystem::path> componentPath)
    : classes_(std::move(componentPath)) {
    connections_.setChanges(changes_, [this](const Connection& connection, bool made) {
        noteConnection(changes_, connection, made);
    });
}

std::shared_ptr<Instance> AssemblyCore::instance(const std::string& name) const {
    const AssemblyLock guard = lock();
    return instances_.require(name);
}

// Out of the tables first: the component's end may give commands, which must not find it.
std::shared_ptr<gov::cca::Component> AssemblyCore::remove(
    const std::shared_ptr<Instance>& instance) {
    instances_.remove(*instance);
    std::erase_if(defaults_,
                  [&](const DefaultProvider& provider) { return provider.instance == instance; });
    services_.forget(*instance);
    return instance->close();
}

// Noted key by key, so that a script can repeat what has changed.
void AssemblyCore::setProperties(const std::shared_ptr<Instance>& instance,
                                 const std::shared_ptr<gov::cca::TypeMap>& properties) {
    const AssemblyLock guard = lock();
    const auto before = instance->properties();
    instance->setProperties(copyOf(properties));
    noteProperties(changes_, *instance, "", *before, *instance->properties());
}

void AssemblyCore::setPortProperties(const std::shared_ptr<Instance>& instance,
                                     const std::string& port,
                                     const std::shared_ptr<gov::cca::TypeMap>& properties) {
    const AssemblyLock guard = lock();
    const std::size_t present = connections_.usedBy(*instance, port).size() +
                                connections_.providedBy(*instance, port).size();
    const auto before = instance->ports().properties(port);
    instance->ports().setProperties(port, properties, static_cast<int>(present));
    if (before) {
        noteProperties(changes_, *instance, port, *before, *instance->ports().properties(port));
    }
}

}  // namespace gantry::framework
