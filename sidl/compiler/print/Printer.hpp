#pragma once

#include <compiler/source/SourceText.hpp>
#include <compiler/syntax/SyntaxTree.hpp>

#include <string>

namespace sidlc {

/// The text in canonical form: four blanks per level, one declaration, member or clause per line,
/// at most 100 columns where the text can be broken, at most one consecutive empty line, no comma
/// before and no semicolon after a closing brace. Every comment is kept. Parsing the result gives
/// the same tree, and printing it the same text. `tree` is that of `source`, which has no syntax
/// error.
std::string printed(const SourceText& source, const SyntaxTree& tree);

}  // namespace sidlc
