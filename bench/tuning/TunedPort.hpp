#pragma once

#include <framework/Framework.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/ParameterPort.hpp>
#include <tuning/Tuner.hpp>

#include <memory>
#include <string>

namespace gantry::bench {

/// A tuned port of real components: the user is a gate without a tuner, which passes
/// calls on.
class TunedPort final {
public:
    /// gateClass: of the user. initial: the instance that serves before, and its port. candidates
    /// as the tuner's parameter has them.
    TunedPort(framework::Framework& framework, const std::string& gateClass,
              const std::string& initial, const std::string& initialPort,
              const std::string& candidates)
        : framework_(framework) {
        framework_.createInstance(gateClass, "user");
        framework_.createInstance("optimizer.Tuner", "tuner");
        framework_.connect({"user", "incumbent", initial, initialPort});
        framework_.connectDefaults();
        set(framework_, "tuner", "user", "user");
        set(framework_, "tuner", "userPort", "incumbent");
        set(framework_, "tuner", "candidates", candidates);
        tuner().arrange();
    }

    tuning::Tuner& tuner() {
        tuner_ = castPort<tuning::Tuner>(framework_.providedPort("tuner", "tuner"), "tuner");
        return *tuner_;
    }

    /// Sets a parameter, a text, of the port "configuration".
    static void set(framework::Framework& framework, const std::string& instance,
                    const std::string& key, const std::string& value) {
        const auto sheet = sheetOf(framework, instance);
        const auto values = sheet->readConfigurationMap()->cloneEmpty();
        values->putString(key, value);
        sheet->writeConfigurationMap(values);
    }
    static std::shared_ptr<gov::cca::ports::ParameterPort> sheetOf(framework::Framework& framework,
                                                                   const std::string& instance) {
        return castPort<gov::cca::ports::ParameterPort>(
            framework.providedPort(instance, "configuration"), "configuration");
    }

private:
    framework::Framework& framework_;
    std::shared_ptr<tuning::Tuner> tuner_;
};

/// The components beside this program, measured by performance.Native.
inline void measureNatively(framework::Framework& framework) {
    framework.createInstance("performance.Native", "performance");
    framework.setDefaultProvider("performance.Measurement", "performance", "MeasurementPort");
}

}  // namespace gantry::bench
