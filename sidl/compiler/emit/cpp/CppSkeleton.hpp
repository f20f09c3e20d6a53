#pragma once

#include <compiler/model/Model.hpp>

#include <string>
#include <vector>

namespace sidlc {

/// For each port the members of a C++ class over gantry::ComponentWith; every method throws that it
/// is not written yet. The model has no errors.
std::vector<std::string> cppSkeletons(const Model& model,
                                      const std::vector<const TypeSymbol*>& ports);

}  // namespace sidlc
