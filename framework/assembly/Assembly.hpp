#pragma once

#include <framework/AssemblyInfo.hpp>
#include <gov/cca/Component.hpp>
#include <gov/cca/TypeMap.hpp>
#include <wiring/Watcher.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/AssemblyCore.hpp"
#include "guard/Guarding.hpp"
#include "guard/Rewiring.hpp"
#include "monitoring/Monitoring.hpp"
#include "services/AssemblyCommands.hpp"

namespace gantry::framework {

/// The commands on the instances of a framework: joins the tables of the core with the services
/// that components see, guarded connections and monitoring. Every method takes the lock of the core
/// unless it says otherwise. While a command waits for uses to end, notifies a component of its
/// release, or drops a component, the lock is free, unless the command was given from inside
/// another one. Errors are gantry::Error.
class Assembly final : public AssemblyCommands, public std::enable_shared_from_this<Assembly> {
public:
    /// The framework services are available from the start.
    static std::shared_ptr<Assembly> make(std::vector<std::filesystem::path> componentPath);
    Assembly(const Assembly&) = delete;
    Assembly& operator=(const Assembly&) = delete;
    ~Assembly() override { end(); }

    AssemblyCore& core() noexcept override { return core_; }
    Monitoring& monitoring() noexcept { return monitoring_; }
    Guarding& guarding() noexcept { return guarding_; }

    std::shared_ptr<AssemblyCommands> makeEmpty() override;
    std::shared_ptr<Instance> create(const InstanceRequest& request) override;
    std::shared_ptr<Instance> adopt(const InstanceRequest& request) override;
    void destroy(const std::shared_ptr<Instance>& instance, double timeout) override;
    std::string shutdown() override { return end(); }
    /// As Framework::unload.
    bool unload(const std::string& className);

    /// The state of the assembly before commands that may have to be undone.
    [[nodiscard]] AssemblyMark mark() const;
    /// Ends by force what was made since.
    void rollBack(const AssemblyMark& mark);

    ConnectionPointer connect(const ConnectionInfo& info, Guard wanted = Guard::AsDeclared);
    void disconnect(const ConnectionInfo& info, double timeout);
    /// As Framework::rewire.
    void rewire(const ConnectionInfo& target, double timeout);
    void rewire(AssemblyLock& guard, const SwapRequest& request) override;
    void setProperties(const ConnectionPointer& connection,
                       const std::shared_ptr<gov::cca::TypeMap>& properties) override;
    void watch(const ConnectionPointer& connection, const std::string& method,
               const std::shared_ptr<wiring::Watcher>& watcher) override;
    void unwatch(const ConnectionPointer& connection) override;
    /// As Framework::requireConnected.
    void requireConnected(const std::string& name) const;

private:
    using Components = std::vector<std::shared_ptr<gov::cca::Component>>;

    explicit Assembly(std::vector<std::filesystem::path> componentPath);

    [[nodiscard]] std::string chooseName(const InstanceRequest& request);
    /// request has a name that was chosen.
    std::shared_ptr<Instance> add(const InstanceRequest& request,
                                  std::shared_ptr<const ClassInfo> description);
    std::shared_ptr<Instance> start(const InstanceRequest& request);
    /// Throws if the port has none, or several.
    [[nodiscard]] ConnectionPointer onlyConnection(const std::shared_ptr<Instance>& user,
                                                   const std::string& usesPort) const;
    /// The providers reached from an instance whose own ports count before it is started.
    [[nodiscard]] std::vector<std::shared_ptr<Instance>> reachedFrom(
        const std::shared_ptr<Instance>& user) const;
    /// Ended components are appended to ended, to be dropped without the lock.
    void undo(AssemblyLock& lock, const AssemblyMark& mark, Components& ended);
    /// Disconnects it and takes it from the list, or throws and leaves all as it was.
    void unlist(AssemblyLock& lock, const std::shared_ptr<Instance>& instance, Deadline deadline);
    /// The error of its releaseServices; empty if there is none.
    std::string notifyRelease(AssemblyLock& lock, const std::shared_ptr<Instance>& instance);
    /// Waits for the ports that it holds itself.
    void awaitOwnUses(AssemblyLock& lock, const std::shared_ptr<Instance>& instance,
                      Deadline deadline);
    /// Ends an instance that is not listed any more; returns the error of its release.
    std::string endByForce(AssemblyLock& lock, const std::shared_ptr<Instance>& instance,
                           Components& ended);
    /// As shutdown.
    std::string end();

    AssemblyCore core_;
    Guarding guarding_{core_};
    Monitoring monitoring_{core_, guarding_};
    Rewiring rewiring_;
    std::uint64_t nextSerial_ = 1;
};

}  // namespace gantry::framework
