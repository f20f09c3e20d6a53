#pragma once

#include <gov/cca/Port.hpp>
#include <gov/cca/TypeMap.hpp>

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/Changes.hpp"
#include "core/ClassRepository.hpp"
#include "core/ConnectionTable.hpp"
#include "core/Instance.hpp"
#include "core/InstanceTable.hpp"
#include "core/ServiceTable.hpp"

namespace gantry::framework {

/// A provides port that serves users that name no provider, with the instance that has it.
struct CommonProvider {
    std::shared_ptr<Instance> instance;
    std::shared_ptr<gov::cca::Port> port;
};

/// The tables of an assembly and the one lock around them. The lock is recursive, because
/// components give commands from inside commands. Code that uses a table takes the lock first;
/// every other method takes it itself. Errors are gantry::Error.
class AssemblyCore final {
public:
    /// The component path is not searched before a class is asked for.
    explicit AssemblyCore(std::vector<std::filesystem::path> componentPath);
    ~AssemblyCore() = default;
    AssemblyCore(const AssemblyCore&) = delete;
    AssemblyCore& operator=(const AssemblyCore&) = delete;

    /// Waits for the command of another thread.
    [[nodiscard]] AssemblyLock lock() const { return AssemblyLock(mutex_); }
    ClassRepository& classes() noexcept { return classes_; }
    [[nodiscard]] const ClassRepository& classes() const noexcept { return classes_; }
    InstanceTable& instances() noexcept { return instances_; }
    [[nodiscard]] const InstanceTable& instances() const noexcept { return instances_; }
    ConnectionTable& connections() noexcept { return connections_; }
    [[nodiscard]] const ConnectionTable& connections() const noexcept { return connections_; }
    ServiceTable& services() noexcept { return services_; }
    /// Where changes are noted, under the lock.
    Changes& changes() noexcept { return changes_; }

    /// Throws with a suggestion if there is no instance of that name.
    [[nodiscard]] std::shared_ptr<Instance> instance(const std::string& name) const;
    /// Takes an instance out of every table and closes it; its component is returned, so that the
    /// caller drops it when no lock is held.
    std::shared_ptr<gov::cca::Component> remove(const std::shared_ptr<Instance>& instance);

    /// As the methods of gov.cca.Services of that instance.
    void registerUses(const std::shared_ptr<Instance>& instance,
                      const PortDeclaration& declaration);
    void unregisterUses(const std::shared_ptr<Instance>& instance, const std::string& port);
    void addProvides(const std::shared_ptr<Instance>& instance, const PortDeclaration& declaration,
                     std::shared_ptr<gov::cca::Port> port);
    void removeProvides(const std::shared_ptr<Instance>& instance, const std::string& port);
    /// The ports that are shown of an instance, in the order of registration: its own, and those
    /// that the framework provides for it as long as they are connected. Under the lock.
    [[nodiscard]] std::vector<PortView> listedPorts(const Instance& instance) const;

    /// properties are copied; the keys that differ are noted as changes.
    void setProperties(const std::shared_ptr<Instance>& instance,
                       const std::shared_ptr<gov::cca::TypeMap>& properties);
    void setPortProperties(const std::shared_ptr<Instance>& instance, const std::string& port,
                           const std::shared_ptr<gov::cca::TypeMap>& properties);

    /// Makes a provides port the default for a type. Throws if there is no such port, or it has
    /// another type.
    void setDefaultProvider(const std::string& portType, const std::string& provider,
                            const std::string& port);
    /// Connects unconnected uses ports to default providers; those of one instance, or of all if
    /// only is null. Continues after a failed connection and throws the first error at the end.
    void connectDefaults(const std::shared_ptr<Instance>& only = nullptr);
    /// The default provider of a port type, else the only one; of several the one of the preferred
    /// instance, which may be null. Throws PortNotConnected if there is none, or several.
    [[nodiscard]] CommonProvider commonProvider(const std::string& portType,
                                                const std::shared_ptr<Instance>& preferred) const;

private:
    struct DefaultProvider {
        std::string portType;
        std::shared_ptr<Instance> instance;
        std::string port;
    };

    /// Withdraws a port of that name that the framework provides for the instance, unless it is
    /// connected: the component has one of its own.
    void makeWay(const std::shared_ptr<Instance>& instance, const std::string& port);

    mutable std::recursive_mutex mutex_;
    Changes changes_;
    ClassRepository classes_;
    InstanceTable instances_;
    ConnectionTable connections_;
    ServiceTable services_{connections_};
    std::vector<DefaultProvider> defaults_;
};

}  // namespace gantry::framework
