#pragma once

#include <iostream>
#include <string>

namespace gantry::tools {

/// Says on standard error what libraries note beside their results.
inline void printNote(const std::string& note) {
    std::cerr << "gantry: " << note << '\n';
}

}  // namespace gantry::tools
