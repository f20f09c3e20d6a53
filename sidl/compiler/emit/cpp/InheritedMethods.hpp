#pragma once

#include <compiler/model/Model.hpp>

#include <vector>

namespace sidlc {

/// Every method that an object of this type has, those of bases first, each C++ name once. Static
/// methods are not included, nor those of package sidl, which has no methods in C++.
std::vector<const Method*> inheritedMethods(const TypeSymbol& type);

}  // namespace sidlc
