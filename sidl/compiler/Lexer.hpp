#pragma once

#include <vector>

#include "Diagnostics.hpp"
#include "Token.hpp"

namespace sidlc {

/// The tokens of `source`; the last one is EndOfFile. Bytes that begin no token, and literals and
/// comments that do not end, are reported and skipped: every input gives a token list.
/// The tokens point into `source`. Linear in the size of the text.
std::vector<Token> tokenize(const SourceText& source, Diagnostics& diagnostics);

}  // namespace sidlc
