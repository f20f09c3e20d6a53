#pragma once

#include <gov/cca/AbstractFramework.hpp>
#include <gov/cca/Port.hpp>
#include <gov/cca/ports/BuilderService.hpp>

#include <memory>

#include "core/Instance.hpp"
#include "services/AssemblyCommands.hpp"

namespace gantry::framework {

/// Makes the assembly serve every port type below.
void addFrameworkServices(const std::shared_ptr<AssemblyCommands>& assembly);

/// gov.cca.ports.BuilderService over the whole assembly. Keeps nothing alive: throws once the
/// assembly is gone. component: the instance that has it, and is the cause of what it does; empty
/// for the embedding program.
std::shared_ptr<gov::cca::ports::BuilderService> makeBuilderService(
    const std::weak_ptr<AssemblyCommands>& assembly, const std::string& component = {});
/// gov.cca.ports.ComponentRepository: what is on the component path now.
std::shared_ptr<gov::cca::Port> makeComponentRepository(
    const std::weak_ptr<AssemblyCommands>& assembly);
/// gov.cca.ports.ConnectionEventService for the connections of user.
std::shared_ptr<gov::cca::Port> makeConnectionEventService(const std::shared_ptr<Instance>& user);
/// gov.cca.ports.ServiceRegistry: what is added belongs to owner and ends with it.
std::shared_ptr<gov::cca::Port> makeServiceRegistry(const std::weak_ptr<AssemblyCommands>& assembly,
                                                    const std::shared_ptr<Instance>& owner);
/// gov.cca.ports.ParameterPortFactory for one component.
std::shared_ptr<gov::cca::Port> makeParameterPortFactory();

/// wiring.Rewiring over the whole assembly; as the builder service it keeps nothing alive.
std::shared_ptr<gov::cca::Port> makeRewiring(const std::weak_ptr<AssemblyCommands>& assembly,
                                             const std::string& component);
/// wiring.Watching over the whole assembly; as the builder service it keeps nothing alive.
std::shared_ptr<gov::cca::Port> makeWatching(const std::weak_ptr<AssemblyCommands>& assembly);

/// The port that the framework provides for every instance.
inline constexpr const char* kPerformancePort = "performance";
inline constexpr const char* kPerformancePortType = "performance.Query";
/// performance.Query on the timers of one instance (OwnTimers.hpp), by the backend that measures
/// when it is asked: the default provider of performance.Measurement, or else the only one; without
/// one there are no timers. Events belong to no instance, so there are none; the files it writes
/// have the timers of all instances, but those for a list of timers. Keeps nothing alive: throws
/// once assembly or instance is gone. Any thread.
std::shared_ptr<gov::cca::Port> makePerformancePort(const std::weak_ptr<AssemblyCommands>& assembly,
                                                    const std::weak_ptr<Instance>& instance);

/// The view of a program that embeds the framework. Keeps the assembly alive.
std::shared_ptr<gov::cca::AbstractFramework> makeAbstractFramework(
    std::shared_ptr<AssemblyCommands> assembly);

}  // namespace gantry::framework
