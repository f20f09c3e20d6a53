#pragma once

#include "PortSettings.hpp"
#include "judging/Problem.hpp"
#include "parameters.hpp"

namespace optimizer {

/// The types of ports for which trials verify results.
inline constexpr const char* kFunctionType = "numeric.FunctionPort";
inline constexpr const char* kIntegratorType = "numeric.IntegratorPort";

/// The parameters of optimizer.Optimizer.
inline constexpr std::array kTrialParameters = joined(
    portParameters(
        {"integrate",
         "integrators.Midpoint,integrators.Trapezoid,integrators.Simpson,integrators.MonteCarlo",
         "The component classes to choose from: CLASS, CLASS ..., or with parameters CLASS "
         "KEY=VALUE ... ; CLASS ...; a '?' after a class: ignored if it is not installed",
         "strategies.Exhaustive"}),
    std::array{
        gantry::ParameterDescription{kParametersPort, "subjects", "string", "",
                                     "The function instances on which integrators are tried, "
                                     "separated by commas; empty: all"},
        gantry::ParameterDescription{kParametersPort, "finalSubject", "string", "",
                                     "The function instance that the user's run is on; empty: the "
                                     "last subject"},
        gantry::ParameterDescription{kParametersPort, "accuracy", "double", "0.001",
                                     "The largest absolute error of an integral that is allowed"},
        gantry::ParameterDescription{kParametersPort, "maxEvaluations", "long", "50000000",
                                     "The largest number of evaluations of a function in one call",
                                     "1", "9000000000000000000"},
        gantry::ParameterDescription{kParametersPort, "repetitions", "int", "100",
                                     "The largest number of calls in one trial", "1", "1000000"},
        gantry::ParameterDescription{kParametersPort, "enoughSeconds", "double", "0.01",
                                     "A trial that has taken this time (s) is not repeated", "0",
                                     "1e9"},
        gantry::ParameterDescription{
            kParametersPort, "reference", "string", "integrators.Simpson,integrators.Midpoint",
            "The classes, two or more with different rules, that together give the reference "
            "value of a function without an exact one"}});

/// The values of the parameters of optimizer.Optimizer, checked against the assembly. Times are in
/// seconds, accuracies absolute in the unit of the integral.
struct TrialSettings {
    PortSettings port;
    /// The type of the tuned port.
    std::string type;
    Problem problem;
    /// Where the port is an integrator's; empty otherwise.
    std::string finalSubject;
    std::int64_t maxEvaluations = 0;
    std::int64_t repetitions = 0;
    double enoughSeconds = 0;
    std::vector<std::string> references;

    [[nodiscard]] bool isIntegrator() const { return type == kIntegratorType; }
};

/// Throws gantry::Error, which names the parameter.
[[nodiscard]] TrialSettings readTrialSettings(const gantry::Parameters& parameters,
                                              const Assembly& assembly);

}  // namespace optimizer
