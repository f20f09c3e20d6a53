#pragma once

#include <gantry/Parameters.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assembly/Assembly.hpp"
#include "candidates/CandidateSpec.hpp"

namespace optimizer {

/// Values of the parameters that both components have (parameters.hpp), checked as far as that is
/// possible without the assembly.
struct PortSettings {
    /// The uses port that is tuned.
    Assembly::Provider user;
    /// Nothing: the gate's portfolio.
    std::optional<std::vector<CandidateSpec>> candidates;
    /// The text of a CostExpression.
    std::string metric;
    /// The class of the strategy.
    std::string strategy;
    std::int64_t seed = 1;
    /// Whether a port may be tuned whose results cannot be verified.
    bool unverified = false;
};

/// owner begins the messages, for example "the tuner". Throws gantry::Error, which names the
/// parameter.
[[nodiscard]] PortSettings readPortSettings(const gantry::Parameters& parameters,
                                            const std::string& owner);

/// Throws gantry::Error: "OWNER's parameter 'PARAMETER' PROBLEM".
[[noreturn]] void refuseParameter(const std::string& owner, const std::string& parameter,
                                  const std::string& problem);

}  // namespace optimizer
