#pragma once

#include <cstdint>
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
#include "guard/Guarding.hpp"
#include "guard/Rewiring.hpp"
#include "monitoring/Monitoring.hpp"

namespace gantry::framework {

/// A provides port that serves whoever names no provider.
struct CommonProvider {
    std::shared_ptr<Instance> instance;
    std::shared_ptr<gov::cca::Port> port;
};

/// The instances of a framework and everything that happens to them. Every method takes the lock of
/// the assembly, which is recursive because components give commands from inside commands; who uses
/// one of the tables takes it with lock() first. While a command waits for uses to end, tells a
/// component of its release, or drops a component, the lock is free, unless the command was given
/// from inside another one. Errors are gantry::Error.
class Assembly final : public std::enable_shared_from_this<Assembly> {
public:
    using Lock = AssemblyLock;

    /// What a new instance is to be.
    struct Request {
        std::string className;
        /// Empty: chosen.
        std::string instanceName;
        /// Copied; may be null.
        std::shared_ptr<gov::cca::TypeMap> properties;
        /// Whether its ports are connected to default providers at once.
        bool connectDefaults = false;
    };

    /// Framework services are there from the start.
    static std::shared_ptr<Assembly> make(std::vector<std::filesystem::path> componentPath);
    ~Assembly() { shutdown(); }
    Assembly(const Assembly&) = delete;
    Assembly& operator=(const Assembly&) = delete;

    [[nodiscard]] Lock lock() const { return Lock(mutex_); }
    ClassRepository& classes() noexcept { return classes_; }
    ConnectionTable& connections() noexcept { return connections_; }
    ServiceTable& services() noexcept { return services_; }
    Monitoring& monitoring() noexcept { return monitoring_; }
    Guarding& guarding() noexcept { return guarding_; }
    Changes& changes() noexcept { return changes_; }
    [[nodiscard]] const InstanceTable& instances() const noexcept { return instances_; }

    /// Throws with a suggestion where there is none of that name.
    [[nodiscard]] std::shared_ptr<Instance> instance(const std::string& name) const;

    /// Creates and starts a component. Where that fails, everything it did meanwhile is undone.
    std::shared_ptr<Instance> create(const Request& request);
    /// Where the assembly stands before commands that may have to be undone.
    [[nodiscard]] AssemblyMark mark() const;
    /// Ends by force what was made since.
    void rollBack(const AssemblyMark& mark);
    /// Makes the embedding program an instance.
    std::shared_ptr<Instance> adopt(const Request& request);
    /// Throws where one of its ports is in use for longer than timeout seconds.
    void destroy(const std::shared_ptr<Instance>& instance, double timeout);
    /// As Framework::unload.
    bool unload(const std::string& className);
    /// Destroys all, the last created first, whoever uses them; returns the first error's text.
    std::string shutdown();

    void registerUses(const std::shared_ptr<Instance>& instance,
                      const PortDeclaration& declaration);
    void unregisterUses(const std::shared_ptr<Instance>& instance, const std::string& port);
    void addProvides(const std::shared_ptr<Instance>& instance, const PortDeclaration& declaration,
                     std::shared_ptr<gov::cca::Port> port);
    void removeProvides(const std::shared_ptr<Instance>& instance, const std::string& port);
    void setProperties(const std::shared_ptr<Instance>& instance,
                       const std::shared_ptr<gov::cca::TypeMap>& properties);
    void setPortProperties(const std::shared_ptr<Instance>& instance, const std::string& port,
                           const std::shared_ptr<gov::cca::TypeMap>& properties);

    ConnectionPointer connect(const ConnectionInfo& info, Guard guard = Guard::AsDeclared);
    /// As Framework::rewire.
    void rewire(const ConnectionInfo& target, double timeout);
    /// The same for one connection of those the port may have; guard is the only lock of the
    /// calling command.
    void rewire(Lock& guard, const Rewiring::Request& request);
    /// Tells of a connection that it has another provider now.
    void noteSwapped(const Connection& connection);
    void disconnect(const ConnectionInfo& info, double timeout);
    void setDefaultProvider(const std::string& portType, const std::string& provider,
                            const std::string& port);
    /// Connects what is unconnected; of one instance, or of all where it is null. Goes on past
    /// what can not be connected and throws the first of these errors.
    void connectDefaults(const std::shared_ptr<Instance>& only = nullptr);
    /// The default provider of a port type, else the only one; of several the one of the preferred
    /// instance, which may be null. Throws PortNotConnected where there is none, or several.
    [[nodiscard]] CommonProvider commonProvider(const std::string& portType,
                                                const std::shared_ptr<Instance>& preferred) const;
    /// As Framework::requireConnected.
    void requireConnected(const std::string& instance) const;

private:
    using Components = std::vector<std::shared_ptr<gov::cca::Component>>;

    struct DefaultProvider {
        std::string portType;
        std::shared_ptr<Instance> instance;
        std::string port;
    };
    explicit Assembly(std::vector<std::filesystem::path> componentPath);

    void noteCreated(const Instance& instance);
    void noteDestroyed(const Instance& instance);
    void noteConnection(const Connection& connection, bool made);
    void noteProperties(const Instance& instance, const std::string& port, TypeMap& before,
                        TypeMap& now);

    [[nodiscard]] std::string chooseName(const Request& request);
    /// request has a name that was chosen.
    std::shared_ptr<Instance> add(const Request& request,
                                  std::shared_ptr<const ClassInfo> description);
    std::shared_ptr<Instance> start(const Request& request);
    /// Throws where the port has none, or several.
    [[nodiscard]] ConnectionPointer onlyConnection(const std::shared_ptr<Instance>& user,
                                                   const std::string& usesPort) const;
    /// The providers an instance leads to whose own ports count before it is started.
    [[nodiscard]] std::vector<std::shared_ptr<Instance>> reachedFrom(
        const std::shared_ptr<Instance>& user) const;
    /// Ended components are appended to ended, to be dropped without the lock.
    void undo(Lock& guard, const AssemblyMark& mark, Components& ended);
    std::shared_ptr<gov::cca::Component> remove(const std::shared_ptr<Instance>& instance);
    /// Disconnects it and takes it from the list, or throws and leaves all as it was.
    void unlist(Lock& guard, const std::shared_ptr<Instance>& instance, Deadline deadline);
    std::string notifyRelease(Lock& guard, const std::shared_ptr<Instance>& instance);
    /// Waits for the ports that it holds itself.
    void awaitOwnUses(Lock& guard, const std::shared_ptr<Instance>& instance, Deadline deadline);
    /// Ends an instance that is not listed any more; returns the error of its release.
    std::string endByForce(Lock& guard, const std::shared_ptr<Instance>& instance,
                           Components& ended);

    mutable std::recursive_mutex mutex_;
    Changes changes_;
    ClassRepository classes_;
    InstanceTable instances_;
    ConnectionTable connections_;
    ServiceTable services_{connections_};
    std::vector<DefaultProvider> defaults_;
    Guarding guarding_{*this};
    Monitoring monitoring_{*this};
    Rewiring rewiring_{*this, guarding_};
    std::uint64_t nextSerial_ = 1;
};

}  // namespace gantry::framework
