#pragma once

#include <compiler/source/Diagnostics.hpp>

#include "Model.hpp"

namespace sidlc {

/// Reports every class or interface that has itself among its bases, and every struct that contains
/// itself, once per cycle. Takes linear time and no recursion: chains of types have any length.
void reportCycles(const Model& model, Diagnostics& diagnostics);

}  // namespace sidlc
