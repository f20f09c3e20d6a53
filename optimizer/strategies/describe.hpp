#pragma once

#include <gantry/Parameters.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Component.hpp>

#include <array>

#include "PolicyStrategy.hpp"

namespace strategies {

/// Ports that all strategies have.
inline constexpr const char* kStrategyPort = "strategy";
inline constexpr const char* kConfigurationPort = "configuration";
inline constexpr std::array kStrategyProvides{
    gantry::PortDescription{kStrategyPort, "tuning.Strategy"},
    gantry::PortDescription{kConfigurationPort, "gov.cca.ports.ParameterPort"}};
inline constexpr std::array<gantry::PortDescription, 0> kStrategyUses{};

/// Adds the ports of a strategy. Its parameters are read at begin(). Once, in setServices of the
/// component that owns both.
inline void offer(const std::shared_ptr<gov::cca::Services>& services,
                  const std::shared_ptr<tuning::Strategy>& strategy, gantry::Parameters& parameters,
                  const gantry::ComponentDescription& description) {
    services->addProvidesPort(strategy, kStrategyPort, "tuning.Strategy", nullptr);
    parameters.attach(services, description, kConfigurationPort);
}

}  // namespace strategies
