#pragma once

#include <vector>

#include "GeneratedFile.hpp"
#include "Model.hpp"

namespace sidlc {

/// One C++ header per type of the emitted files, in alphabetic order; sidl/README.md has the
/// rules. Nothing is emitted for package sidl. The model has no errors.
std::vector<GeneratedFile> emitCpp(const Model& model);

}  // namespace sidlc
