#pragma once

#include <tuning/Mode.hpp>

#include <map>
#include <string>
#include <vector>

#include "PortSettings.hpp"
#include "parameters.hpp"

namespace optimizer {

/// The parameters of optimizer.Tuner.
inline constexpr std::array kTunerParameters = joined(
    portParameters(
        {"solver", "portfolio",
         "The components to choose from in addition to the connected one: 'portfolio' for those of "
         "the gate's parameter 'portfolio', or CLASS KEY=VALUE ... ; CLASS ...; a '?' after a "
         "class: ignored if it is not installed, a '!': called in a child process",
         "strategies.ThompsonCapped"}),
    std::array{
        gantry::ParameterDescription{kParametersPort, "mode", "string", "tune",
                                     "off, observe (measure, never switch), tune, replay or pin",
                                     nullptr, nullptr, "off|observe|tune|replay|pin"},
        gantry::ParameterDescription{kParametersPort, "pinned", "string", "",
                                     "The candidate that serves in mode pin"},
        gantry::ParameterDescription{kParametersPort, "log", "string", "",
                                     "The decision log whose choices are repeated in mode replay"},
        gantry::ParameterDescription{kParametersPort, "verifyEvery", "long", "64",
                                     "Every Nth result of a candidate is verified, and always the "
                                     "first one",
                                     "1", "1000000000"},
        gantry::ParameterDescription{
            kParametersPort, "trusted", "string", "solvers.* integrators.*",
            "The candidates that are called in this process: CLASS or PACKAGE.* ...; if the gate "
            "supports it, all others are called in a child process"},
        gantry::ParameterDescription{
            kParametersPort, "gates", "string",
            "linear.LinearSolver=gates.LinearGate numeric.IntegratorPort=gates.IntegratorGate "
            "numeric.MultiIntegratorPort=gates.MultiIntegratorGate",
            "The gate for each type of port: TYPE=CLASS ..."},
        gantry::ParameterDescription{kParametersPort, "method", "string", "",
                                     "For a port without a gate: the method whose calls are "
                                     "requests; empty: every method"}});

/// The values of the parameters of optimizer.Tuner, checked as far as that is possible without the
/// assembly.
struct TunerSettings {
    PortSettings port;
    tuning::Mode mode = tuning::Mode::Tune;
    std::string pinned;
    std::string log;
    std::int64_t verifyEvery = 64;
    /// By type of port.
    std::map<std::string, std::string> gates;
    /// Classes, and packages as "PACKAGE.*".
    std::vector<std::string> trusted;
    std::string method;
};

/// Throws gantry::Error, which names the parameter. Modes and gates are checked here, instances and
/// classes when the port is arranged.
[[nodiscard]] TunerSettings readTunerSettings(const gantry::Parameters& parameters);
/// Throws gantry::Error for a word that is not a mode.
[[nodiscard]] tuning::Mode readMode(const std::string& word);

}  // namespace optimizer
