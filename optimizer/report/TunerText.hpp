#pragma once

#include <tuning/Entry.hpp>
#include <tuning/Forecast.hpp>

#include <string>
#include <vector>

namespace records {

/// A tuner and its tuned port, as far as they are reported.
struct TunedPort {
    /// "INSTANCE.PORT"; empty if the tuner was not started.
    std::string port;
    /// The names of the candidates, the initial one first.
    std::vector<std::string> candidates;
    /// Of a new context.
    tuning::Forecast forecast;
    std::vector<std::string> warnings;
};

/// Before a run: candidates, from which call on tuning is expected to pay, and what it costs
/// compared with the initial candidate alone, each with quartiles. For people.
std::string expectationText(const TunedPort& tuned);

/// The same as JSON objects, a list; infinity is null.
std::string expectationJson(const std::vector<TunedPort>& all);

/// After a run: what was expected, what the decisions came to, and the warnings, each paragraph
/// behind a head of 11 columns. entries: those of other ports are ignored.
std::string tunerText(const TunedPort& tuned, const std::vector<tuning::Entry>& entries);

}  // namespace records
