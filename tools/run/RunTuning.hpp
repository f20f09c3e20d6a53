#pragma once

#include <framework/Framework.hpp>
#include <tuning/Decision.hpp>
#include <tuning/Forecast.hpp>
#include <tuning/Trial.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gantry::tools {

/// What an optimizer component of the assembly reports of its work.
struct TuningOutcome {
    std::string instance;
    double accuracy = 0;
    std::vector<tuning::Trial> trials;
    std::vector<tuning::Decision> decisions;
};

/// What a tuner of the assembly reports.
struct TunerOutcome {
    std::string instance;
    /// The tuned uses port, as "INSTANCE.PORT"; empty if the tuner was not started.
    std::string port;
    /// The names of the candidates, the initial one first.
    std::vector<std::string> candidates;
    /// Of a new context, by what was known before the run.
    tuning::Forecast forecast;
    std::vector<std::string> warnings;
};

/// The first optimizer; nothing without one.
std::optional<TuningOutcome> readTuning(const framework::Framework& assembly);

/// All tuners. calls: of the forecast; it is left out where it cannot be made. Throws what the
/// ports throw otherwise.
std::vector<TunerOutcome> readTuners(const framework::Framework& assembly, std::int64_t calls);

/// Sets up the tuned port of each tuner, without running its driver. Throws what the tuner throws.
void arrangeTuners(const framework::Framework& assembly);

}  // namespace gantry::tools
