#include <gov/cca/ComponentClassDescription.hpp>
#include <gov/cca/ports/ComponentRepository.hpp>

#include <utility>
#include <vector>

#include "services/ServicesOf.hpp"
#include "services/frameworkServices.hpp"

namespace gantry::framework {
namespace {

class ClassDescription final : public gov::cca::ComponentClassDescription {
public:
    explicit ClassDescription(std::string name) : name_(std::move(name)) {}
    std::string getComponentClassName() override { return name_; }

private:
    std::string name_;
};

class ComponentRepository final : public gov::cca::ports::ComponentRepository {
public:
    explicit ComponentRepository(std::weak_ptr<AssemblyCommands> assembly)
        : assembly_(std::move(assembly)) {}

    sidl::array<std::shared_ptr<gov::cca::ComponentClassDescription>> getAvailableComponentClasses()
        override {
        const auto assembly = require(assembly_);
        const AssemblyLock guard = assembly->core().lock();
        std::vector<std::shared_ptr<gov::cca::ComponentClassDescription>> classes;
        for (ClassInfo& info : assembly->core().classes().available(nullptr)) {
            classes.push_back(std::make_shared<ClassDescription>(std::move(info.name)));
        }
        return sidl::array<std::shared_ptr<gov::cca::ComponentClassDescription>>(classes);
    }

private:
    std::weak_ptr<AssemblyCommands> assembly_;
};

}  // namespace

std::shared_ptr<gov::cca::Port> makeComponentRepository(
    const std::weak_ptr<AssemblyCommands>& assembly) {
    return std::make_shared<ComponentRepository>(assembly);
}

}  // namespace gantry::framework
