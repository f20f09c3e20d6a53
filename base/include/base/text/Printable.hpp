#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gantry::base {

/// The text made safe for a terminal: each byte of a control character, of a character that changes
/// the direction of writing, or of invalid UTF-8 is written like \x1b. Linear. To be used wherever
/// foreign bytes reach a person: names in files, in segments, in arguments.
std::string printable(std::string_view text);

/// The same; line feeds are kept.
std::string printableLines(std::string_view text);

/// Number of characters of a UTF-8 text. Wide and combining characters count as one each. Of
/// printable text: escapes count as they are shown.
std::size_t widthOf(std::string_view text);

}  // namespace gantry::base
