#include "Session.hpp"

#include <gantry/ports.hpp>
#include <gov/cca/ComponentID.hpp>
#include <gov/cca/ConnectionID.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/BuilderService.hpp>

#include <utility>

namespace performance::native {
namespace {

gantry::perf::Assembly readAssembly(gov::cca::ports::BuilderService& builder) {
    gantry::perf::Assembly assembly;
    for (const auto& component : builder.getComponentIDs()) {
        assembly.instances.push_back(
            {component->getInstanceName(),
             builder.getComponentProperties(component)->getString("cca.className", "")});
    }
    for (const auto& connection : builder.getConnectionIDs({})) {
        assembly.connections.push_back(
            {connection->getUser()->getInstanceName(), connection->getUserPortName(),
             connection->getProvider()->getInstanceName(), connection->getProviderPortName()});
    }
    return assembly;
}

}  // namespace

void Session::attach(std::shared_ptr<gov::cca::Services> services, std::string builderPort) {
    const std::lock_guard lock(mutex_);
    services_ = std::move(services);
    builderPort_ = std::move(builderPort);
}

void Session::detach() noexcept {
    const std::lock_guard lock(mutex_);
    services_.reset();
}

gantry::perf::Profile Session::profile() const {
    gantry::perf::Profile profile = engine.snapshot();
    std::shared_ptr<gov::cca::Services> services;
    std::string port;
    {
        const std::lock_guard lock(mutex_);
        services = services_;
        port = builderPort_;
    }
    if (services) {
        try {
            const gantry::UsedPort<gov::cca::ports::BuilderService> builder(services, port);
            profile.assembly = readAssembly(*builder);
        } catch (const gov::cca::CCAException&) {
            // No builder, or an instance went away meanwhile: what was measured counts more than
            // the assembly.
        }
    }
    return profile;
}

}  // namespace performance::native
