// Each method locks the assembly for its own time (LockedAssembly), except those that create or
// destroy components: these take the lock themselves and release it while code of a component runs
// that may wait for other threads. The port keeps nothing alive: a component may hold its builder
// longer than the framework exists, and then every method throws.

#include <gantry/Error.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "services/Ids.hpp"
#include "services/ServicesOf.hpp"
#include "services/frameworkServices.hpp"

namespace gantry::framework {
namespace {

using ComponentIdPointer = std::shared_ptr<gov::cca::ComponentID>;
using ConnectionIdPointer = std::shared_ptr<gov::cca::ConnectionID>;
using TypeMapPointer = std::shared_ptr<gov::cca::TypeMap>;

constexpr const char* kClassNameKey = "cca.className";
constexpr const char* kClassVersionKey = "gantry.classVersion";

/// The assembly, locked for the time of one command.
class LockedAssembly final {
public:
    explicit LockedAssembly(const std::weak_ptr<AssemblyCommands>& assembly)
        : assembly_(require(assembly)), lock_(assembly_->core().lock()) {}

    AssemblyCore* operator->() const noexcept { return &assembly_->core(); }
    [[nodiscard]] const AssemblyCore& core() const noexcept { return assembly_->core(); }
    [[nodiscard]] AssemblyCommands& commands() const noexcept { return *assembly_; }
    AssemblyLock& lock() noexcept { return lock_; }
    [[nodiscard]] std::shared_ptr<Instance> instance(const ComponentIdPointer& id) const {
        return instanceOf(assembly_->core(), id);
    }
    [[nodiscard]] ConnectionPointer connection(const ConnectionIdPointer& id) const {
        return connectionOf(assembly_->core(), id);
    }

private:
    std::shared_ptr<AssemblyCommands> assembly_;
    AssemblyLock lock_;
};

template <class Id, class Things>
sidl::array<std::shared_ptr<Id>> idsOf(const Things& things) {
    std::vector<std::shared_ptr<Id>> ids;
    ids.reserve(things.size());
    for (const auto& thing : things) {
        ids.push_back(idOf(*thing));
    }
    return sidl::array<std::shared_ptr<Id>>(ids);
}

sidl::array<std::string> portNames(const AssemblyCore& core, const Instance& instance,
                                   bool provided) {
    std::vector<std::string> names;
    for (const PortView& port : core.listedPorts(instance)) {
        if (port.provided == provided) {
            names.push_back(port.name);
        }
    }
    return sidl::array<std::string>(names);
}

class BuilderService final : public gov::cca::ports::BuilderService {
public:
    BuilderService(std::weak_ptr<AssemblyCommands> assembly, const std::string& component)
        : assembly_(std::move(assembly)),
          // Empty for the framework's own builder.
          cause_(component.empty() ? "" : "component " + component) {}

    ComponentIdPointer createInstance(const std::string& instanceName, const std::string& className,
                                      const TypeMapPointer& properties) override {
        // Before the work and to the end of the method: what it changes is noted with this cause.
        const auto because = cause();
        return idOf(*require(assembly_)->create({className, instanceName, properties, true}));
    }

    sidl::array<ComponentIdPointer> getComponentIDs() override {
        const LockedAssembly assembly(assembly_);
        return idsOf<gov::cca::ComponentID>(assembly->instances().list());
    }

    TypeMapPointer getComponentProperties(const ComponentIdPointer& cid) override {
        const LockedAssembly assembly(assembly_);
        const auto instance = assembly.instance(cid);
        auto copy = copyOf(instance->properties());
        // remove, then put: a user's own property of that name may have another type.
        copy->remove(kClassNameKey);
        copy->putString(kClassNameKey, instance->className());
        if (instance->description()) {
            copy->remove(kClassVersionKey);
            copy->putString(kClassVersionKey, instance->description()->version);
        }
        return copy;
    }

    void setComponentProperties(const ComponentIdPointer& cid, const TypeMapPointer& map) override {
        const auto because = cause();
        const LockedAssembly assembly(assembly_);
        assembly->setProperties(assembly.instance(cid), map);
    }

    ComponentIdPointer getDeserialization(const std::string& s) override {
        const LockedAssembly assembly(assembly_);
        return idOf(*deserialize(*assembly.operator->(), s));
    }

    ComponentIdPointer getComponentID(const std::string& componentInstanceName) override {
        return idOf(*require(assembly_)->core().instance(componentInstanceName));
    }

    void destroyInstance(const ComponentIdPointer& toDie, float timeout) override {
        const auto because = cause();
        std::shared_ptr<Instance> instance;
        {
            const LockedAssembly assembly(assembly_);
            instance = assembly.instance(toDie);
        }
        // The lock is the command's own to take, and to let go of before the component ends.
        require(assembly_)->destroy(instance, timeout);
    }

    sidl::array<std::string> getProvidedPortNames(const ComponentIdPointer& cid) override {
        const LockedAssembly assembly(assembly_);
        return portNames(assembly.core(), *assembly.instance(cid), true);
    }

    sidl::array<std::string> getUsedPortNames(const ComponentIdPointer& cid) override {
        const LockedAssembly assembly(assembly_);
        return portNames(assembly.core(), *assembly.instance(cid), false);
    }

    TypeMapPointer getPortProperties(const ComponentIdPointer& cid,
                                     const std::string& portName) override {
        const LockedAssembly assembly(assembly_);
        return assembly.instance(cid)->ports().requireProperties(portName);
    }

    void setPortProperties(const ComponentIdPointer& cid, const std::string& portName,
                           const TypeMapPointer& map) override {
        const auto because = cause();
        const LockedAssembly assembly(assembly_);
        assembly->setPortProperties(assembly.instance(cid), portName, map);
    }

    ConnectionIdPointer connect(const ComponentIdPointer& user, const std::string& usingPortName,
                                const ComponentIdPointer& provider,
                                const std::string& providingPortName) override {
        const auto because = cause();
        const LockedAssembly assembly(assembly_);
        return idOf(*assembly->connections().connect({.user = assembly.instance(user),
                                                      .usesPort = usingPortName,
                                                      .provider = assembly.instance(provider),
                                                      .providesPort = providingPortName}));
    }

    sidl::array<ConnectionIdPointer> getConnectionIDs(
        const sidl::array<ComponentIdPointer>& componentList) override {
        const LockedAssembly assembly(assembly_);
        const auto wanted = componentList.toVector();
        if (wanted.empty()) {
            return idsOf<gov::cca::ConnectionID>(assembly->connections().list());
        }
        // By serial number: in the order in which they were made, and a connection between two of
        // the components once.
        std::map<std::uint64_t, ConnectionPointer> found;
        for (const ComponentIdPointer& id : wanted) {
            for (auto& connection : assembly->connections().of(*assembly.instance(id))) {
                if (!connection->isService) {
                    found.emplace(connection->serial, std::move(connection));
                }
            }
        }
        std::vector<ConnectionPointer> ordered;
        ordered.reserve(found.size());
        for (auto& [serial, connection] : found) {
            ordered.push_back(std::move(connection));
        }
        return idsOf<gov::cca::ConnectionID>(ordered);
    }

    TypeMapPointer getConnectionProperties(const ConnectionIdPointer& connID) override {
        const LockedAssembly assembly(assembly_);
        return copyOf(assembly.connection(connID)->properties);
    }

    void setConnectionProperties(const ConnectionIdPointer& connID,
                                 const TypeMapPointer& map) override {
        const auto because = cause();
        const LockedAssembly assembly(assembly_);
        assembly.commands().setProperties(assembly.connection(connID), map);
    }

    void disconnect(const ConnectionIdPointer& connID, float timeout) override {
        const auto because = cause();
        LockedAssembly assembly(assembly_);
        assembly->connections().disconnect({assembly.connection(connID)}, deadlineAfter(timeout),
                                           assembly.lock());
    }

    void disconnectAll(const ComponentIdPointer& id1, const ComponentIdPointer& id2,
                       float timeout) override {
        const auto because = cause();
        LockedAssembly assembly(assembly_);
        const auto first = assembly.instance(id1);
        const auto second = id2 ? assembly.instance(id2) : nullptr;
        auto concerned = assembly->connections().of(*first);
        std::erase_if(concerned, [&](const ConnectionPointer& c) {
            // Connections to services are the framework's own, and end with the port or the
            // instance.
            return c->isService || (second && (c->user == first ? c->provider : c->user) != second);
        });
        assembly->connections().disconnect(concerned, deadlineAfter(timeout), assembly.lock());
    }

private:
    /// The cause of what is done while it lives: the component that has this port.
    struct Because {
        std::shared_ptr<AssemblyCommands> assembly;
        Changes::Cause cause;
    };
    [[nodiscard]] Because cause() const {
        auto assembly = require(assembly_);
        return {assembly, Changes::Cause(assembly->core().changes(), cause_)};
    }

    std::weak_ptr<AssemblyCommands> assembly_;
    std::string cause_;
};

}  // namespace

std::shared_ptr<gov::cca::ports::BuilderService> makeBuilderService(
    const std::weak_ptr<AssemblyCommands>& assembly, const std::string& component) {
    return std::make_shared<BuilderService>(assembly, component);
}

}  // namespace gantry::framework
