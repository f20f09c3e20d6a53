#pragma once

#include <string>

#include "Model.hpp"

namespace sidlc {

/// A type as SIDL spells it, with the fully qualified names of user types: `array<p.T,2>`,
/// `dcomplex`.
std::string sidlText(const Model& model, const TypeUse& use);

/// An expression as SIDL spells it, with no more parentheses than it needs.
std::string sidlText(const Expression& expression);

/// The keyword of a built-in type.
const char* sidlText(Primitive primitive);

/// `in`, `out` or `inout`.
const char* sidlText(Mode mode);

}  // namespace sidlc
