#include "Strategies.hpp"

#include <gantry/ports.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/ParameterPort.hpp>

#include <filesystem>

namespace gantry::bench {

framework::Framework shippedComponents() {
    const std::filesystem::path root =
        std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
    return framework::Framework({root / "lib" / "gantry"});
}

std::shared_ptr<tuning::Strategy> makeStrategy(framework::Framework& framework,
                                               const std::string& className,
                                               const std::string& parameter,
                                               const std::string& value) {
    const std::string instance = framework.createInstance(className);
    if (!parameter.empty()) {
        const auto port = castPort<gov::cca::ports::ParameterPort>(
            framework.providedPort(instance, "configuration"), "configuration");
        const auto values = port->readConfigurationMap()->cloneEmpty();
        values->putString(parameter, value);
        port->writeConfigurationMap(values);
    }
    return castPort<tuning::Strategy>(framework.providedPort(instance, "strategy"), "strategy");
}

}  // namespace gantry::bench
