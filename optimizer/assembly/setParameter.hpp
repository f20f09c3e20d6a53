#pragma once

#include <gov/cca/ports/ParameterPort.hpp>

#include <string>

namespace optimizer {

/// Sets a parameter from text, which is parsed according to its type. Throws gantry::Error for an
/// unknown key and for a text that is not a value of the type, and what the port throws. owner
/// begins the message.
void setParameter(gov::cca::ports::BasicParameterPort& port, const std::string& key,
                  const std::string& text, const std::string& owner);

}  // namespace optimizer
