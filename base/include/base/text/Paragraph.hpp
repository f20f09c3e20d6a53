#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gantry::base {

/// Where the words of a paragraph go, in columns of a terminal.
struct ParagraphShape {
    std::size_t indent = 0;  ///< of every line but the first
    std::size_t width = 80;  ///< of a line, the indent included; a longer word has one to itself
};

/// The words of a text, which any white space separates, in lines with one blank between words. The
/// first line begins with head, which is filled up to the indent; a head that reaches the indent
/// has a line to itself. Every line ends with a newline, and none with a blank. No words give the
/// head alone. Cost: a copy of the text.
std::string paragraph(std::string_view head, std::string_view words, ParagraphShape shape);

}  // namespace gantry::base
