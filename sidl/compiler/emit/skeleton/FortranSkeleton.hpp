#pragma once

#include <compiler/emit/fortran/FortranTypes.hpp>

#include <string>

namespace sidlc {

/// What the author of a port in Fortran begins with: `use` lines, then the types of the
/// specification part, a line `contains`, and the procedures: every method raises that it is not
/// written yet, and `new_TYPE(component)` makes the port.
std::string fortranSkeleton(const FortranTypes& types, const TypeSymbol& type);

}  // namespace sidlc
