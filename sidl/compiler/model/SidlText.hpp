#pragma once

#include <string>

#include "Model.hpp"

namespace sidlc {

/// A type as SIDL spells it, with the whole names of user types: `array<p.T,2>`, `dcomplex`.
std::string sidlText(const Model& model, const TypeUse& use);

/// An expression as SIDL spells it, with no more brackets than it needs.
std::string sidlText(const Expression& expression);

/// The word for a type that SIDL has without a declaration.
const char* sidlText(Primitive primitive);

/// `in`, `out` or `inout`.
const char* sidlText(Mode mode);

}  // namespace sidlc
