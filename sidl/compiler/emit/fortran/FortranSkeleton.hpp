#pragma once

#include <compiler/model/Model.hpp>

#include <string>
#include <vector>

namespace sidlc {

/// For each port what its author begins with: `use` lines, then the types of the specification
/// part, a line `contains`, and the procedures. Every method raises that it is not written yet, and
/// `new_TYPE(component)` makes the port. The model has no errors.
std::vector<std::string> fortranSkeletons(const Model& model,
                                          const std::vector<const TypeSymbol*>& ports);

}  // namespace sidlc
