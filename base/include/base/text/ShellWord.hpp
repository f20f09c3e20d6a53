#pragma once

#include <string>
#include <vector>

namespace gantry::base {

/// The text as one word for a POSIX shell: as it is where every character stands for itself there,
/// otherwise in single quotes. For commands that a message or report shows, so that a reader can
/// paste them. The empty text becomes ''.
std::string shellWord(const std::string& text);

/// The words that run a command line: its own where none of its characters means something to a
/// shell, otherwise those of a shell that runs it. Thus no shell is between a caller and a plain
/// program. No word for a text of blanks.
std::vector<std::string> commandWords(const std::string& command);

}  // namespace gantry::base
