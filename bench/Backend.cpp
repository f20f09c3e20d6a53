#include "Backend.hpp"

#include <framework/Framework.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/ParameterPort.hpp>

namespace gantry::bench {

Backend::Backend(framework::Framework& framework, const std::string& className,
                 const std::string& metrics, bool quantiles, const MeasuredCalls& calls)
    : instance(framework.createInstance(className)) {
    if (!metrics.empty()) {
        const auto parameters = castPort<gov::cca::ports::ParameterPort>(
            framework.providedPort(instance, "configuration"), "configuration");
        const auto values = parameters->readConfigurationMap()->cloneEmpty();
        values->putString("metrics", metrics);
        values->putBool("quantiles", quantiles);
        if (!calls.trace.empty()) {
            values->putString("trace", calls.trace);
        }
        if (calls.sampling > 0) {
            values->putDouble("sampling", calls.sampling);
        }
        parameters->writeConfigurationMap(values);
    }
    measurement = castPort<performance::Measurement>(
        framework.providedPort(instance, "MeasurementPort"), "MeasurementPort");
}

Timers Backend::timers(std::size_t number, const std::string& group) const {
    Timers made;
    for (std::size_t i = 0; i < number; ++i) {
        made.push_back(
            measurement->createTimerWithNameTypeGroup(group + std::to_string(i), "", group));
    }
    return made;
}

}  // namespace gantry::bench
