#pragma once

#include <compiler/source/SourceText.hpp>
#include <compiler/syntax/SyntaxTree.hpp>

#include <string>

namespace sidlc {

/// The text in its canonical form: four blanks a level, one declaration, member or clause a line,
/// at most 100 columns where the text can be broken, at most one empty line in a row, no comma
/// before and no semicolon behind a closing brace. Every comment is kept. Parsing the result gives
/// the same tree, and printing it the same text.
/// `tree` is that of `source`, which has no syntax error.
std::string printed(const SourceText& source, const SyntaxTree& tree);

}  // namespace sidlc
