#pragma once

#include <gov/cca/TypeMap.hpp>
#include <wiring/Watcher.hpp>

#include <memory>
#include <string>

#include "core/AssemblyCore.hpp"
#include "core/SwapRequest.hpp"

namespace gantry::framework {

/// A new instance.
struct InstanceRequest {
    std::string className;
    /// If empty, the assembly chooses a name.
    std::string instanceName;
    /// Copied; may be null.
    std::shared_ptr<gov::cca::TypeMap> properties;
    /// Whether its ports are connected to default providers at once.
    bool connectDefaults = false;
};

/// The commands that the framework services need beyond the tables: those that start and end
/// components, swap providers or observe calls. Implemented by the assembly, so that the services
/// stay below it. Any thread; errors are gantry::Error.
class AssemblyCommands {
public:
    virtual ~AssemblyCommands() = default;
    AssemblyCommands(const AssemblyCommands&) = delete;
    AssemblyCommands& operator=(const AssemblyCommands&) = delete;

    virtual AssemblyCore& core() noexcept = 0;
    /// Another assembly without instances, with the component path and the palette of this one.
    [[nodiscard]] virtual std::shared_ptr<AssemblyCommands> makeEmpty() = 0;

    /// Creates and starts a component. If that fails, everything it did meanwhile is undone.
    virtual std::shared_ptr<Instance> create(const InstanceRequest& request) = 0;
    /// Makes the embedding program an instance.
    virtual std::shared_ptr<Instance> adopt(const InstanceRequest& request) = 0;
    /// Throws if one of its ports is in use for longer than timeout seconds. Not under the lock: a
    /// destructor may wait for threads that give commands.
    virtual void destroy(const std::shared_ptr<Instance>& instance, double timeout) = 0;
    /// Destroys all instances, the last created first, even if their ports are in use. Returns the
    /// text of the first error.
    virtual std::string shutdown() = 0;

    /// Swaps the provider of a connection; lock is the only lock of the calling command.
    virtual void rewire(AssemblyLock& lock, const SwapRequest& request) = 0;
    /// Under the lock. The property gantry.guarded takes effect from the user's next getPort on.
    virtual void setProperties(const ConnectionPointer& connection,
                               const std::shared_ptr<gov::cca::TypeMap>& properties) = 0;
    /// As wiring.Watching; under the lock.
    virtual void watch(const ConnectionPointer& connection, const std::string& method,
                       const std::shared_ptr<wiring::Watcher>& watcher) = 0;
    virtual void unwatch(const ConnectionPointer& connection) = 0;

protected:
    AssemblyCommands() = default;
};

}  // namespace gantry::framework
