// The port holds its component weakly: the instance keeps the port among its service ports, and a
// strong reference back would keep both for ever.

#include <gantry/Error.hpp>
#include <gov/cca/ports/ServiceRegistry.hpp>

#include <utility>

#include "core/portTypes.hpp"
#include "services/ServicesOf.hpp"
#include "services/frameworkServices.hpp"

namespace gantry::framework {
namespace {

using gov::cca::CCAExceptionType;

class ServiceRegistry final : public gov::cca::ports::ServiceRegistry {
public:
    ServiceRegistry(std::weak_ptr<AssemblyCommands> assembly,
                    const std::shared_ptr<Instance>& owner)
        : assembly_(std::move(assembly)), owner_(owner) {}

    bool addService(const std::string& serviceType,
                    const std::shared_ptr<gov::cca::ports::ServiceProvider>& p) override {
        if (!p) {
            refuse(serviceType, "the provider is null");
        }
        return add(serviceType, {.owner = owner(), .provider = p});
    }

    bool addSingletonService(const std::string& serviceType,
                             const std::shared_ptr<gov::cca::Port>& server) override {
        if (!server || !hasPortType(*server, serviceType)) {
            refuse(serviceType, server ? "the port is of another type" : "the port is null");
        }
        return add(serviceType, {.owner = owner(), .singleton = server});
    }

    void removeService(const std::string& serviceType) override {
        const auto assembly = require(assembly_);
        const AssemblyLock guard = assembly->core().lock();
        if (!assembly->core().services().remove(serviceType, *owner())) {
            refuse(serviceType, "this component does not serve it");
        }
    }

private:
    [[noreturn]] static void refuse(const std::string& serviceType, const std::string& reason) {
        throw Error(CCAExceptionType::BadPortType, "service '" + serviceType + "': " + reason);
    }

    [[nodiscard]] std::shared_ptr<Instance> owner() const {
        auto owner = owner_.lock();
        if (!owner || owner->closed()) {
            throw Error(CCAExceptionType::Nonstandard,
                        "the component that asks for a service was destroyed");
        }
        return owner;
    }

    bool add(const std::string& serviceType, ServiceTable::Service service) {
        if (serviceType.empty()) {
            refuse(serviceType, "the type is empty");
        }
        const auto assembly = require(assembly_);
        const AssemblyLock guard = assembly->core().lock();
        return assembly->core().services().add(serviceType, std::move(service));
    }

    std::weak_ptr<AssemblyCommands> assembly_;
    std::weak_ptr<Instance> owner_;
};

}  // namespace

std::shared_ptr<gov::cca::Port> makeServiceRegistry(const std::weak_ptr<AssemblyCommands>& assembly,
                                                    const std::shared_ptr<Instance>& owner) {
    return std::make_shared<ServiceRegistry>(assembly, owner);
}

}  // namespace gantry::framework
