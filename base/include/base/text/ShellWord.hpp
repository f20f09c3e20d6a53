#pragma once

#include <string>

namespace gantry::base {

/// The text as one word for a POSIX shell: as it is where every character stands for itself there,
/// otherwise in single quotes. For commands that a message or report shows, so that a reader can
/// paste them. The empty text becomes ''.
std::string shellWord(const std::string& text);

}  // namespace gantry::base
