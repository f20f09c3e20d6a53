#pragma once

#include <framework/Framework.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/GoPort.hpp>
#include <gov/cca/ports/ParameterPort.hpp>
#include <numeric/IntegratorPort.hpp>
#include <tuning/Tuner.hpp>

#include <string>
#include <vector>

namespace tuner_test {

/// A driver whose integrator is tuned: the initial one is a Simpson's rule, the function 4/(1+x^2).
struct TunedAssembly {
    gantry::framework::Framework framework{
        {GANTRY_COMPONENT_DIRECTORY, GANTRY_FIXTURE_DIRECTORY "/faulty_integrator"}};

    TunedAssembly() {
        framework.createInstance("performance.Native", "performance");
        framework.setDefaultProvider("performance.Measurement", "performance", "MeasurementPort");
        framework.createInstance("functions.PiFunction", "pi");
        framework.createInstance("integrators.Simpson", "initial");
        framework.createInstance("drivers.CXXDriver", "driver");
        framework.createInstance("optimizer.Tuner", "tuner");
        framework.connect({"driver", "integrate", "initial", "integrate"});
        framework.connect({"initial", "function", "pi", "function"});
        framework.connect({"tuner", "driver", "driver", "go"});
        framework.connectDefaults();
        set("userPort", "integrate");
        set("candidates", "integrators.Midpoint; integrators.Trapezoid");
    }

    template <class Port>
    std::shared_ptr<Port> port(const std::string& instance, const std::string& name) {
        return gantry::castPort<Port>(framework.providedPort(instance, name), name);
    }
    void set(const std::string& key, const std::string& value) { set("tuner", key, value); }
    void set(const std::string& instance, const std::string& key, const std::string& value) {
        const auto sheet = port<gov::cca::ports::ParameterPort>(instance, "configuration");
        const auto map = sheet->readConfigurationMap()->cloneEmpty();
        map->putString(key, value);
        sheet->writeConfigurationMap(map);
    }
    std::shared_ptr<tuning::Tuner> tuner() { return port<tuning::Tuner>("tuner", "tuner"); }
    /// Without the one that the driver's single call decided nothing.
    std::vector<std::string> warnings() {
        std::vector<std::string> others;
        for (const std::string& warning : tuner()->getWarnings().toVector()) {
            if (!warning.starts_with("nothing was tuned")) {
                others.push_back(warning);
            }
        }
        return others;
    }
    std::int32_t go() { return port<gov::cca::ports::GoPort>("tuner", "go")->go(); }
    /// The same by so many points.
    double integralBy(int points) {
        return port<numeric::IntegratorPort>(providerOf("driver", "integrate"), "integrate")
            ->integrate(0, 1, points);
    }
    /// One request: the integral over [0, 1], which is pi.
    double integral(double accuracy = 1e-6) {
        double estimate = 0;
        std::int64_t evaluations = 0;
        return port<numeric::IntegratorPort>(providerOf("driver", "integrate"), "integrate")
            ->integrateToAccuracy(0, 1, accuracy, 100'000'000, estimate, evaluations);
    }

    [[nodiscard]] std::string providerOf(const std::string& user,
                                         const std::string& usesPort) const {
        for (const auto& connection : framework.connections()) {
            if (connection.user == user && connection.usesPort == usesPort) {
                return connection.provider;
            }
        }
        return "";
    }
    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const auto& instance : framework.instances()) {
            names.push_back(instance.name);
        }
        return names;
    }
};

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace tuner_test
