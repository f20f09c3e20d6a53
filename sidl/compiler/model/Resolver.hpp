#pragma once

#include <compiler/source/Diagnostics.hpp>

#include <memory>
#include <vector>

#include "Model.hpp"

namespace sidlc {

/// Joins the files to one model: collects packages and types, finds the type that each name refers
/// to, and reports unknown types, wrong kinds of types, types declared twice, inheritance cycles
/// and array dimensions outside 1..7. Names are looked up in the enclosing packages from the inside
/// out, then in the imported packages; a leading dot means from the root. Unless a file declares
/// package sidl itself, the built-in one is added. Back ends may use the model if `diagnostics` has
/// no errors.
std::unique_ptr<Model> resolve(std::vector<std::unique_ptr<SourceFile>> files,
                               Diagnostics& diagnostics);

}  // namespace sidlc
