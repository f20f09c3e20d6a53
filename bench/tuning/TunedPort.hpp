#pragma once

#include <framework/Framework.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/AbstractFramework.hpp>
#include <gov/cca/Services.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/ParameterPort.hpp>
#include <performance/Measurement.hpp>
#include <performance/Timer.hpp>
#include <tuning/Tuner.hpp>

#include <memory>
#include <string>

namespace gantry::bench {

/// A tuned port of real components. The user is this program: the instance "user" with the uses
/// port "tuned", so that nothing but the gate is between a call and its candidate.
class TunedPort final {
public:
    /// portType: the SIDL name of the port. initial: the instance that serves before, and its port.
    /// candidates as the tuner's parameter has them.
    TunedPort(framework::Framework& framework, const std::string& portType,
              const std::string& initial, const std::string& initialPort,
              const std::string& candidates)
        : framework_(framework),
          embedding_(framework.abstractFramework()),
          user_(embedding_->getServices("user", "bench.User", nullptr)) {
        user_->registerUsesPort("tuned", portType, nullptr);
        framework_.createInstance("optimizer.Tuner", "tuner");
        framework_.connect({"user", "tuned", initial, initialPort});
        framework_.connectDefaults();
        set(framework_, "tuner", "user", "user");
        set(framework_, "tuner", "userPort", "tuned");
        set(framework_, "tuner", "candidates", candidates);
        tuner().arrange();
    }

    /// The gate, as the user has it from now on.
    template <class Port>
    std::shared_ptr<Port> gate() const {
        auto port = castPort<Port>(user_->getPort("tuned"), "tuned");
        // The tuner never connects this port to anything else, and the pointer keeps the gate.
        user_->releasePort("tuned");
        return port;
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
    std::shared_ptr<gov::cca::AbstractFramework> embedding_;
    std::shared_ptr<gov::cca::Services> user_;
    std::shared_ptr<tuning::Tuner> tuner_;
};

/// The components beside this program, measured by performance.Native. The calling thread has been
/// measured then, as that of a program has before it solves: its first timer makes room for it, and
/// here also removes what the thread has of the framework before.
inline void measureNatively(framework::Framework& framework) {
    framework.createInstance("performance.Native", "performance");
    framework.setDefaultProvider("performance.Measurement", "performance", "MeasurementPort");
    const auto timer =
        castPort<performance::Measurement>(framework.providedPort("performance", "MeasurementPort"),
                                           "MeasurementPort")
            ->createTimerWithName("program");
    timer->start();
    timer->stop();
}

}  // namespace gantry::bench
