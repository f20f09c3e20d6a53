// An instance may outlive its place in the assembly: its Services share it, and a component may
// keep them. close() takes the component out, so that what remains is names and empty tables.

#include "core/Instance.hpp"

#include <algorithm>
#include <utility>

namespace gantry::framework {
namespace {

// Members end in reverse order: the port before the component, whose deleter lets go of the library
// last.
struct HeldPort {
    std::shared_ptr<gov::cca::Component> component;
    std::shared_ptr<gov::cca::Port> port;
};

}  // namespace

Instance::Instance(Identity identity, std::shared_ptr<const ClassInfo> description)
    : identity_(std::move(identity)),
      description_(std::move(description)),
      ports_(identity_.name) {}

const PortInfo* Instance::describedPort(const std::string& name) const {
    if (description_) {
        for (const PortInfo& port : description_->ports) {
            if (port.name == name) {
                return &port;
            }
        }
    }
    return nullptr;
}

// The library goes with it: the code of the proxy is there.
std::optional<ProxyMaker> Instance::proxyMaker(const std::string& usesPort) const {
    if (plugin_) {
        for (const PortDescription& port : plugin_->description().usedPorts()) {
            if (usesPort == port.name && port.makeProxy) {
                return ProxyMaker{port.makeProxy, plugin_->library()};
            }
        }
    }
    return std::nullopt;
}

// The stricter one of the property and the description counts.
int Instance::fewestConnections(const PortView& port) const {
    if (port.provided) {
        return 0;
    }
    const PortInfo* const described = describedPort(port.name);
    return std::max(port.minConnections, described && described->required ? 1 : 0);
}

// An aliasing pointer: a holder of the port also holds the component behind it.
std::shared_ptr<gov::cca::Port> Instance::hold(std::shared_ptr<gov::cca::Port> port) const {
    gov::cca::Port* const target = port.get();
    const auto held = std::make_shared<HeldPort>(HeldPort{component_, std::move(port)});
    return std::shared_ptr<gov::cca::Port>(held, target);
}

void Instance::noteTimedConnection(const std::string& name) {
    if (timedConnections_ && timedConnections_->contains(name)) {
        return;
    }
    // A copy, because others read the set without a lock.
    auto names = timedConnections_ ? *timedConnections_ : std::set<std::string>{};
    names.insert(name);
    timedConnections_ = std::make_shared<const std::set<std::string>>(std::move(names));
}

std::vector<std::shared_ptr<gov::cca::ComponentRelease>> Instance::takeReleases() {
    return std::exchange(releases_, {});
}

std::shared_ptr<gov::cca::Component> Instance::close() {
    closed_ = true;
    ports_.close();
    listeners_.clear();
    releases_.clear();
    servicePorts_.clear();
    // The component holds the library too.
    plugin_.reset();
    return std::move(component_);
}

}  // namespace gantry::framework
