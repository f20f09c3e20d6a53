#pragma once

#include <gantry/plugin.hpp>

#include <array>
#include <cstddef>

namespace optimizer {

/// The port that holds the parameters of both components.
inline constexpr const char* kParametersPort = "configuration";

/// Where the defaults of the parameters below differ between the components. All texts are static.
struct ParameterDefaults {
    const char* userPort;
    const char* candidates;
    const char* candidatesHelp;
    const char* strategy;
};

/// The parameters that say which port is tuned, and by what: described once for both components.
/// PortSettings has their values.
constexpr std::array<gantry::ParameterDescription, 7> portParameters(
    const ParameterDefaults& defaults) {
    return {
        {{kParametersPort, "user", "string", "driver", "The instance whose port is tuned"},
         {kParametersPort, "userPort", "string", defaults.userPort,
          "The tuned uses port of that instance"},
         {kParametersPort, "candidates", "string", defaults.candidates, defaults.candidatesHelp},
         {kParametersPort, "metric", "string", "seconds",
          "The objective (to minimise): a formula of seconds, quality (error over allowed "
          "error) and the counters that are measured, such as cpu, with it cpuSeconds"},
         {kParametersPort, "strategy", "string", defaults.strategy,
          "The class of the strategy if none is connected to the port 'strategy'"},
         {kParametersPort, "seed", "long", "1", "The seed of the strategy's random numbers", "0",
          "9000000000000000000"},
         {kParametersPort, "unverified", "string", "refuse",
          "A port whose results cannot be verified: refuse it, or allow unverified results",
          nullptr, nullptr, "refuse|allow"}}};
}

/// One list of parameters from two, at compile time.
template <std::size_t First, std::size_t Second>
constexpr std::array<gantry::ParameterDescription, First + Second> joined(
    const std::array<gantry::ParameterDescription, First>& first,
    const std::array<gantry::ParameterDescription, Second>& second) {
    std::array<gantry::ParameterDescription, First + Second> all{};
    for (std::size_t i = 0; i < First; ++i) {
        all[i] = first[i];
    }
    for (std::size_t i = 0; i < Second; ++i) {
        all[First + i] = second[i];
    }
    return all;
}

}  // namespace optimizer
