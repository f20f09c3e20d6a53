#pragma once

#include <gov/cca/ports/ParameterPort.hpp>

#include <string>

namespace optimizer {

/// Sets one parameter from its text, read as the parameter's type says. owner begins the message:
/// gantry::Error for a key that there is not and a text that is not a value of the type; else what
/// the port throws.
void setParameter(gov::cca::ports::BasicParameterPort& port, const std::string& key,
                  const std::string& text, const std::string& owner);

}  // namespace optimizer
