#pragma once

#include <compiler/emit/GeneratedFile.hpp>
#include <compiler/model/Model.hpp>

#include <vector>

namespace sidlc {

/// One C++ header per type of the emitted files, in alphabetical order; docs/guide/sidl-mapping.md
/// has the rules. Nothing is generated for package sidl. The model has no errors.
std::vector<GeneratedFile> emitCpp(const Model& model);

}  // namespace sidlc
