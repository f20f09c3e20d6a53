#include <base/text/ShellWord.hpp>

#include <iterator>
#include <sstream>

namespace gantry::base {

std::string shellWord(const std::string& text) {
    constexpr const char* kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
    if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) {
        return text;
    }
    // Nothing is special in single quotes but their end.
    std::string word = "'";
    for (const char c : text) {
        word += c == '\'' ? "'\\''" : std::string(1, c);
    }
    return word + '\'';
}

std::vector<std::string> commandWords(const std::string& command) {
    constexpr const char* kSigns = "'\"\\$`|&;<>()*?[]#~{}!=\n";
    if (command.find_first_of(kSigns) != std::string::npos) {
        return {"/bin/sh", "-c", command};
    }
    std::istringstream text(command);
    return {std::istream_iterator<std::string>(text), {}};
}

}  // namespace gantry::base
