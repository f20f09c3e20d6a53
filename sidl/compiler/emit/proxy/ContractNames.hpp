#pragma once

#include <string>
#include <string_view>

namespace sidlc {

/// The function of gantry/contractOperators.hpp for a comparison; empty for other operators.
std::string contractRelation(std::string_view sign);

/// The function of gantry/contractOperators.hpp for an operator that computes a number; empty for
/// other operators.
std::string contractOperator(std::string_view sign);

/// The function of gantry/contractArrays.hpp for a built-in function in lower case.
std::string contractFunction(std::string_view builtIn);

}  // namespace sidlc
