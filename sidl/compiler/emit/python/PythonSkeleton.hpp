#pragma once

#include <compiler/model/Model.hpp>

#include <string>
#include <vector>

namespace sidlc {

/// For each port the methods of a Python class; every one raises NotImplementedError. The model has
/// no errors.
std::vector<std::string> pythonSkeletons(const Model& model,
                                         const std::vector<const TypeSymbol*>& ports);

}  // namespace sidlc
