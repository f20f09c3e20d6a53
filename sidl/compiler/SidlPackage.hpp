#pragma once

#include <string>

namespace sidlc {

/// SIDL source of the base package `sidl`, as far as other packages refer to it. It is read
/// before all files that do not bring their own package sidl; nothing is emitted for it, since
/// its C++ side is written by hand.
std::string sidlPackageText();

}  // namespace sidlc
