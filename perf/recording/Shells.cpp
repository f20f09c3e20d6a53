#include "Shells.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace gantry::perf {

// The program of a command line, without its folder; a login shell has a dash before it.
std::string programOf(const std::string& command) {
    const std::string word = command.substr(0, command.find(' '));
    const std::string name = word.substr(word.rfind('/') + 1);
    return name.substr(name.starts_with('-') ? 1 : 0);
}

bool isShell(const SegmentInfo& info) {
    constexpr std::array<std::string_view, 7> kShells{"sh",  "dash", "bash", "ksh",
                                                      "zsh", "mksh", "fish"};
    return std::find(kShells.begin(), kShells.end(), programOf(info.command)) != kShells.end();
}

}  // namespace gantry::perf
