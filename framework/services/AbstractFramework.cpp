#include <gantry/Error.hpp>

#include <algorithm>
#include <utility>

#include "services/ServicesOf.hpp"
#include "services/frameworkServices.hpp"

namespace gantry::framework {
namespace {

using gov::cca::CCAExceptionType;

class AbstractFramework final : public gov::cca::AbstractFramework {
public:
    explicit AbstractFramework(std::shared_ptr<AssemblyCommands> assembly)
        : assembly_(std::move(assembly)) {}

    std::shared_ptr<gov::cca::TypeMap> createTypeMap() override {
        return std::make_shared<TypeMap>();
    }

    std::shared_ptr<gov::cca::Services> getServices(
        const std::string& selfInstanceName, const std::string& selfClassName,
        const std::shared_ptr<gov::cca::TypeMap>& selfProperties) override {
        // Adopting and making the Services are one step: nobody else may destroy the instance in
        // between.
        const AssemblyLock guard = assembly_->core().lock();
        return servicesOf(assembly_,
                          assembly_->adopt({selfClassName, selfInstanceName, selfProperties}));
    }

    void releaseServices(const std::shared_ptr<gov::cca::Services>& services) override {
        const auto instance = instanceOf(services);
        if (!instance) {
            throw Error(CCAExceptionType::Nonstandard,
                        "the services to release were not given by this framework");
        }
        assembly_->destroy(instance, 0);
    }

    void shutdownFramework() override {
        const std::string error = assembly_->shutdown();
        if (!error.empty()) {
            throw Error(CCAExceptionType::Unexpected, error);
        }
    }

    std::shared_ptr<gov::cca::AbstractFramework> createEmptyFramework() override {
        return makeAbstractFramework(assembly_->makeEmpty());
    }

private:
    std::shared_ptr<AssemblyCommands> assembly_;
};

}  // namespace

std::shared_ptr<gov::cca::AbstractFramework> makeAbstractFramework(
    std::shared_ptr<AssemblyCommands> assembly) {
    return std::make_shared<AbstractFramework>(std::move(assembly));
}

}  // namespace gantry::framework
