#pragma once

#include <gov/cca/ports/GoPort.hpp>
#include <numeric/IntegratorPort.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include "TunerFramework.hpp"

namespace tuner_test {

/// A driver whose integrator is tuned: the initial one is a Simpson's rule, the function 4/(1+x^2).
struct TunedAssembly : TunerFramework {
    TunedAssembly() : TunerFramework({GANTRY_FIXTURE_DIRECTORY "/faulty_integrator"}) {
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
