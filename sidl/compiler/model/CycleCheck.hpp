#pragma once

#include <compiler/source/Diagnostics.hpp>

#include "Model.hpp"

namespace sidlc {

/// Reports every class or interface that has itself among its bases, and every struct that holds
/// itself, once per cycle. Linear, and without recursion: chains may be of any length.
void reportCycles(const Model& model, Diagnostics& diagnostics);

}  // namespace sidlc
