#pragma once

#include <framework/AssemblyInfo.hpp>
#include <gov/cca/Component.hpp>
#include <gov/cca/ComponentRelease.hpp>
#include <gov/cca/Port.hpp>
#include <gov/cca/Services.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/ConnectionListeners.hpp"
#include "core/PortTable.hpp"
#include "loader/Plugin.hpp"
#include "values/TypeMap.hpp"

namespace gantry::framework {

/// What makes the proxy of a uses port; its code is in library.
struct ProxyMaker {
    MakeProxy make = nullptr;
    std::shared_ptr<const gantry::Library> library{};
};

/// One component of an assembly with all the framework knows of it. The component's Services share
/// it, so it may outlive its place in the assembly. ports and listeners have their own locks;
/// everything else is used under the lock of the assembly.
class Instance final {
public:
    /// What distinguishes instances: names may be used again, serial numbers are not.
    struct Identity {
        std::string name;
        std::string className;
        /// Unique in the assembly, in the order of creation.
        std::uint64_t serial = 0;
    };

    /// description is null for the embedding program, which describes nothing.
    Instance(Identity identity, std::shared_ptr<const ClassInfo> description);

    [[nodiscard]] const std::string& name() const noexcept { return identity_.name; }
    [[nodiscard]] const std::string& className() const noexcept { return identity_.className; }
    [[nodiscard]] std::uint64_t serial() const noexcept { return identity_.serial; }
    [[nodiscard]] const std::shared_ptr<const ClassInfo>& description() const noexcept {
        return description_;
    }
    /// The description of one port; null if it is not described.
    [[nodiscard]] const PortInfo* describedPort(const std::string& name) const;
    /// How many connections one of its ports needs before the component can work.
    [[nodiscard]] int fewestConnections(const PortView& port) const;

    /// Nothing if the component was built without a proxy for that uses port, or has ended.
    [[nodiscard]] std::optional<ProxyMaker> proxyMaker(const std::string& usesPort) const;

    PortTable& ports() noexcept { return ports_; }
    [[nodiscard]] const PortTable& ports() const noexcept { return ports_; }
    ConnectionListeners& listeners() noexcept { return listeners_; }

    [[nodiscard]] const std::shared_ptr<TypeMap>& properties() const noexcept {
        return properties_;
    }
    void setProperties(std::shared_ptr<TypeMap> properties) { properties_ = std::move(properties); }

    /// The component's view of the framework, which the component keeps.
    [[nodiscard]] std::shared_ptr<gov::cca::Services> services() const { return services_.lock(); }
    void setServices(const std::shared_ptr<gov::cca::Services>& services) { services_ = services; }

    void setComponent(std::shared_ptr<gov::cca::Component> component, loader::Plugin plugin) {
        component_ = std::move(component);
        plugin_ = std::move(plugin);
    }
    /// port as others get it: with the component, and so its library, kept alive behind it.
    [[nodiscard]] std::shared_ptr<gov::cca::Port> hold(std::shared_ptr<gov::cca::Port> port) const;

    /// Notes that calls through a connection of this instance are timed. name: as timers show it.
    void noteTimedConnection(const std::string& name);
    /// All that were noted, also of connections that are gone; null if there are none. The set is
    /// never changed.
    [[nodiscard]] const std::shared_ptr<const std::set<std::string>>& timedConnections()
        const noexcept {
        return timedConnections_;
    }

    /// Ports of the framework that were made for this instance, by type.
    std::map<std::string, std::shared_ptr<gov::cca::Port>>& servicePorts() noexcept {
        return servicePorts_;
    }

    void addRelease(std::shared_ptr<gov::cca::ComponentRelease> release) {
        releases_.push_back(std::move(release));
    }
    [[nodiscard]] bool hasReleases() const noexcept { return !releases_.empty(); }
    /// The callbacks to call once before the end; empty afterwards.
    std::vector<std::shared_ptr<gov::cca::ComponentRelease>> takeReleases();

    /// Whether a command destroys it just now: nothing is connected to it any more.
    [[nodiscard]] bool ending() const noexcept { return ending_; }
    void setEnding(bool ending) noexcept { ending_ = ending; }
    [[nodiscard]] bool closed() const noexcept { return closed_; }
    /// Ends the instance and hands the component over, to be dropped when no lock is held any more.
    std::shared_ptr<gov::cca::Component> close();

private:
    Identity identity_;
    std::shared_ptr<const ClassInfo> description_;
    std::shared_ptr<TypeMap> properties_ = std::make_shared<TypeMap>();
    std::weak_ptr<gov::cca::Services> services_;
    std::shared_ptr<gov::cca::Component> component_;
    std::optional<loader::Plugin> plugin_;
    PortTable ports_;
    ConnectionListeners listeners_;
    std::map<std::string, std::shared_ptr<gov::cca::Port>> servicePorts_;
    std::vector<std::shared_ptr<gov::cca::ComponentRelease>> releases_;
    std::shared_ptr<const std::set<std::string>> timedConnections_;
    bool ending_ = false;
    bool closed_ = false;
};

}  // namespace gantry::framework
