#pragma once

#include <string_view>

namespace sidlc {

/// The text of sidl/sidl.sidl, the base package. It is read with all files that do not declare
/// package sidl themselves; nothing is generated for it, because its C++ side is written by hand.
std::string_view sidlPackageText();

}  // namespace sidlc
