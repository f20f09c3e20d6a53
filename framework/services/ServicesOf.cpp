// getPort and releasePort use the port table of the instance only and take no lock of the assembly.
// releasePort works even after its end, so that a component can release its ports in its
// destructor.

#include "services/ServicesOf.hpp"

#include <gantry/Error.hpp>

#include <utility>

#include "services/Ids.hpp"

namespace gantry::framework {
namespace {

using gov::cca::CCAExceptionType;

class InstanceServices final : public gov::cca::Services {
public:
    InstanceServices(std::weak_ptr<AssemblyCommands> assembly, std::shared_ptr<Instance> instance)
        : assembly_(std::move(assembly)), instance_(std::move(instance)) {}

    [[nodiscard]] const std::shared_ptr<Instance>& instance() const noexcept { return instance_; }

    std::shared_ptr<gov::cca::Port> getPort(const std::string& portName) override {
        return instance_->ports().get(portName, false);
    }

    std::shared_ptr<gov::cca::Port> getPortNonblocking(const std::string& portName) override {
        return instance_->ports().get(portName, true);
    }

    void releasePort(const std::string& portName) override { instance_->ports().release(portName); }

    std::shared_ptr<gov::cca::TypeMap> createTypeMap() override {
        return std::make_shared<TypeMap>();
    }

    void registerUsesPort(const std::string& portName, const std::string& type,
                          const std::shared_ptr<gov::cca::TypeMap>& properties) override {
        require(assembly_)->core().registerUses(instance_, {portName, type, properties});
    }

    void unregisterUsesPort(const std::string& portName) override {
        require(assembly_)->core().unregisterUses(instance_, portName);
    }

    void addProvidesPort(const std::shared_ptr<gov::cca::Port>& inPort, const std::string& portName,
                         const std::string& type,
                         const std::shared_ptr<gov::cca::TypeMap>& properties) override {
        require(assembly_)->core().addProvides(instance_, {portName, type, properties}, inPort);
    }

    void removeProvidesPort(const std::string& portName) override {
        require(assembly_)->core().removeProvides(instance_, portName);
    }

    std::shared_ptr<gov::cca::TypeMap> getPortProperties(const std::string& name) override {
        return instance_->ports().properties(name);
    }

    std::shared_ptr<gov::cca::ComponentID> getComponentID() override { return idOf(*instance_); }

    void registerForRelease(const std::shared_ptr<gov::cca::ComponentRelease>& callBack) override {
        if (!callBack) {
            throw Error(
                CCAExceptionType::Nonstandard,
                "instance '" + instance_->name() + "' registers null for release; give an object");
        }
        const auto assembly = require(assembly_);
        // The list of callbacks belongs to the instance, which is used under this lock.
        const AssemblyLock guard = assembly->core().lock();
        instance_->addRelease(callBack);
    }

private:
    std::weak_ptr<AssemblyCommands> assembly_;
    std::shared_ptr<Instance> instance_;
};

}  // namespace

std::shared_ptr<gov::cca::Services> servicesOf(const std::weak_ptr<AssemblyCommands>& assembly,
                                               const std::shared_ptr<Instance>& instance) {
    // One object for each instance: a component that asks again gets the one it has.
    auto services = instance->services();
    if (!services) {
        services = std::make_shared<InstanceServices>(assembly, instance);
        instance->setServices(services);
    }
    return services;
}

std::shared_ptr<Instance> instanceOf(const std::shared_ptr<gov::cca::Services>& services) {
    const auto ours = std::dynamic_pointer_cast<InstanceServices>(services);
    return ours ? ours->instance() : nullptr;
}

std::shared_ptr<AssemblyCommands> require(const std::weak_ptr<AssemblyCommands>& assembly) {
    auto alive = assembly.lock();
    if (!alive) {
        throw Error(CCAExceptionType::Nonstandard,
                    "the framework was destroyed; it can no longer be used");
    }
    return alive;
}

}  // namespace gantry::framework
