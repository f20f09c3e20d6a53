#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gantry::tools {

/// The text as it may go to a terminal: control characters, characters that turn the direction of
/// writing, and bytes that are no UTF-8 are written as \x1b, one for each byte.
std::string printable(std::string_view text);

/// The same with line feeds left as they are.
std::string printableLines(std::string_view text);

/// How many characters a printable text has.
std::size_t widthOf(std::string_view text);

}  // namespace gantry::tools
