#pragma once

#include <framework/Framework.hpp>
#include <tuning/Strategy.hpp>

#include <memory>
#include <string>

namespace gantry::bench {

/// The components beside this program.
framework::Framework shippedComponents();

/// A new strategy of that class; parameter is set to value where it has a name.
std::shared_ptr<tuning::Strategy> makeStrategy(framework::Framework& framework,
                                               const std::string& className,
                                               const std::string& parameter = "",
                                               const std::string& value = "");

}  // namespace gantry::bench
