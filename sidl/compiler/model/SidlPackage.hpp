#pragma once

#include <string_view>

namespace sidlc {

/// The text of sidl/sidl.sidl, the base package. It is read with files that do not bring their own
/// package sidl; nothing is emitted for it, since its C++ side is written by hand.
std::string_view sidlPackageText();

}  // namespace sidlc
