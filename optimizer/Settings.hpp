#pragma once

#include <gantry/Parameters.hpp>
#include <gantry/plugin.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "Assembly.hpp"
#include "Strategy.hpp"

namespace optimizer {

inline constexpr const char* kFunctionType = "numeric.FunctionPort";
inline constexpr const char* kIntegratorType = "numeric.IntegratorPort";
inline constexpr const char* kMeasurementType = "performance.Measurement";

inline constexpr const char* kConfigurationPort = "configuration";
/// The optimizer's parameters.
inline constexpr std::array kParameters{
    gantry::ParameterDescription{
        kConfigurationPort, "candidates", "string",
        "integrators.Midpoint,integrators.Trapezoid,integrators.Simpson,integrators.MonteCarlo",
        "The component classes to choose from, separated by commas"},
    gantry::ParameterDescription{
        kConfigurationPort, "subjects", "string", "",
        "The function instances to try them on, separated by commas; empty: all there are"},
    gantry::ParameterDescription{kConfigurationPort, "user", "string", "driver",
                                 "The instance that is to use the best candidate"},
    gantry::ParameterDescription{kConfigurationPort, "userPort", "string", "integrate",
                                 "Its uses port that is connected anew"},
    gantry::ParameterDescription{
        kConfigurationPort, "finalSubject", "string", "",
        "The function instance the user's run is on; empty: the last subject"},
    gantry::ParameterDescription{kConfigurationPort, "accuracy", "double", "0.001",
                                 "The largest absolute error that is allowed"},
    gantry::ParameterDescription{kConfigurationPort, "maxEvaluations", "long", "50000000",
                                 "The most evaluations of a function in one call", "1",
                                 "9000000000000000000"},
    gantry::ParameterDescription{kConfigurationPort, "repetitions", "int", "100",
                                 "The most calls in one trial", "1", "1000000"},
    gantry::ParameterDescription{kConfigurationPort, "enoughSeconds", "double", "0.01",
                                 "A trial that has taken this time (s) is not repeated", "0",
                                 "1e9"},
    gantry::ParameterDescription{
        kConfigurationPort, "reference", "string", "integrators.Simpson,integrators.Midpoint",
        "The classes, two or more with different rules, that together give the reference value of "
        "a function without an exact one"}};

/// What one run of the optimizer was asked for, checked against the assembly.
struct Settings {
    Problem problem;
    Assembly::Provider user;
    std::string finalSubject;
    std::int64_t maxEvaluations = 0;
    std::int64_t repetitions = 0;
    double enoughSeconds = 0;
    std::vector<std::string> references;
};

/// Throws gantry::Error naming the parameter that can not be right.
[[nodiscard]] Settings readSettings(const gantry::Parameters& parameters, const Assembly& assembly);

}  // namespace optimizer
