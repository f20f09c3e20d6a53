#pragma once

#include <compiler/source/Diagnostics.hpp>
#include <compiler/source/SourceText.hpp>

#include "SyntaxTree.hpp"

namespace sidlc {

/// The tree of `source`. Errors are reported to `diagnostics`; the tree then holds what could be
/// read and must not be used for more than further messages. The tree points into `source`.
/// Nesting and expression length are limited, so any input is safe.
SyntaxTree parse(const SourceText& source, Diagnostics& diagnostics);

}  // namespace sidlc
