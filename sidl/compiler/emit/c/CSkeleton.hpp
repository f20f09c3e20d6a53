#pragma once

#include <compiler/model/Model.hpp>

#include <string>
#include <vector>

namespace sidlc {

/// For each port the functions in C, their table and a function that makes the port; every method
/// raises that it is not written yet. The model has no errors.
std::vector<std::string> cSkeletons(const Model& model,
                                    const std::vector<const TypeSymbol*>& ports);

}  // namespace sidlc
