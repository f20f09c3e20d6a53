#pragma once

#include <compiler/model/Model.hpp>

#include <string>

#include "CTypes.hpp"

namespace sidlc {

// Pieces of a bridge between C and C++. `types` is the C side of the model of `type`.

/// The body of the C function that calls a C++ object, without its braces.
std::string cCallBody(const CTypes& types, const TypeSymbol& type, const CMethod& method);

/// The C++ method that calls a function of C, as a member of a class with `methods_` and `self_`.
std::string cppMethodCallingC(const CTypes& types, const TypeSymbol& type, const CMethod& method);

/// The conversion of a struct: `gantry::c::Convert` for it, declared and defined.
std::string structConversionDeclaration(const CTypes& types, const TypeSymbol& type);
std::string structConversionDefinition(const CTypes& types, const TypeSymbol& type);

/// A C++ expression for an extent of an rarray.
std::string extentText(const Expression& extent);

}  // namespace sidlc
