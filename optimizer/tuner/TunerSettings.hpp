#pragma once

#include <gantry/Parameters.hpp>
#include <gantry/plugin.hpp>
#include <tuning/Mode.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "CandidateList.hpp"

namespace optimizer {

inline constexpr const char* kTunerParametersPort = "configuration";
/// The tuner's parameters.
inline constexpr std::array kTunerParameters{
    gantry::ParameterDescription{kTunerParametersPort, "user", "string", "driver",
                                 "The instance whose port is tuned"},
    gantry::ParameterDescription{kTunerParametersPort, "userPort", "string", "solver",
                                 "Its uses port that is tuned"},
    gantry::ParameterDescription{
        kTunerParametersPort, "candidates", "string", "portfolio",
        "The components to choose from beside the connected one: those of the gate's parameter "
        "'portfolio', or CLASS KEY=VALUE ... ; CLASS ...; behind a class '?': left out where it is "
        "not installed, '!': called in a child process"},
    gantry::ParameterDescription{
        kTunerParametersPort, "metric", "string", "seconds",
        "What is to be small: a formula of seconds, quality (error over allowed error) and the "
        "counters that are measured, such as cpu"},
    gantry::ParameterDescription{kTunerParametersPort, "mode", "string", "tune",
                                 "off, observe (measure, never switch), tune, replay or pin",
                                 nullptr, nullptr, "off|observe|tune|replay|pin"},
    gantry::ParameterDescription{kTunerParametersPort, "pinned", "string", "",
                                 "The candidate that serves in mode pin"},
    gantry::ParameterDescription{
        kTunerParametersPort, "strategy", "string", "strategies.ThompsonCapped",
        "The class of the strategy where none is connected to the port 'strategy'"},
    gantry::ParameterDescription{kTunerParametersPort, "log", "string", "",
                                 "The decision log whose choices are made again in mode replay"},
    gantry::ParameterDescription{kTunerParametersPort, "verifyEvery", "long", "64",
                                 "Of so many results of a candidate one is proved; the first one "
                                 "always is",
                                 "1", "1000000000"},
    gantry::ParameterDescription{kTunerParametersPort, "seed", "long", "1",
                                 "Where the strategy's random numbers begin", "0",
                                 "9000000000000000000"},
    gantry::ParameterDescription{
        kTunerParametersPort, "gates", "string",
        "linear.LinearSolver=gates.LinearGate numeric.IntegratorPort=gates.IntegratorGate "
        "numeric.MultiIntegratorPort=gates.MultiIntegratorGate",
        "The gate for each type of port: TYPE=CLASS ..."},
    gantry::ParameterDescription{
        kTunerParametersPort, "unverified", "string", "refuse",
        "A port without a gate: refuse it, or allow that results are delivered which nobody proves",
        nullptr, nullptr, "refuse|allow"},
    gantry::ParameterDescription{kTunerParametersPort, "method", "string", "",
                                 "Of a port without a gate: the method whose calls are requests; "
                                 "empty: every method"}};

/// What a tuner was asked for, as far as it can be checked without the assembly.
struct TunerSettings {
    std::string user;
    std::string userPort;
    /// Nothing: those that the gate knows.
    std::optional<std::vector<CandidateSpec>> candidates;
    std::string metric;
    tuning::Mode mode = tuning::Mode::Tune;
    std::string pinned;
    std::string strategy;
    std::string log;
    std::int64_t verifyEvery = 64;
    std::int64_t seed = 1;
    /// By type of port.
    std::map<std::string, std::string> gates;
    /// Whether a port without a gate may be tuned, and the method whose calls are requests there;
    /// empty: every method.
    bool unverified = false;
    std::string method;
};

/// Throws gantry::Error naming the parameter that can not be right.
[[nodiscard]] TunerSettings readTunerSettings(const gantry::Parameters& parameters);
/// Throws gantry::Error for another word than the five.
[[nodiscard]] tuning::Mode readMode(const std::string& word);

}  // namespace optimizer
