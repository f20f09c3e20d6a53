#include "script/expandVariables.hpp"

#include <cstdlib>

#include "script/CommandError.hpp"

namespace gantry::framework::script {
namespace {

bool isNamePart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Reads the name behind a $ and moves at behind it; empty if there is none.
std::string nameAt(const std::string& text, std::size_t& at) {
    const bool isBraced = at < text.size() && text[at] == '{';
    const std::size_t begin = at + (isBraced ? 1 : 0);
    std::size_t end = begin;
    while (end < text.size() && isNamePart(text[end])) {
        ++end;
    }
    if (isBraced && (end == text.size() || text[end] != '}')) {
        return {};
    }
    at = end + (isBraced ? 1 : 0);
    return text.substr(begin, end - begin);
}

}  // namespace

std::string expandVariables(const Word& word) {
    const std::string& text = word.text;
    std::string expanded;
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] != '$') {
            expanded += text[i++];
            continue;
        }
        const int column = word.column + static_cast<int>(i);
        if (++i < text.size() && text[i] == '$') {
            expanded += text[i++];
            continue;
        }
        const std::string name = nameAt(text, i);
        if (name.empty()) {
            throw CommandError(
                column,
                "'$' must be followed by the name of a variable, as in $NAME or ${NAME}; "
                "write $$ for the character itself");
        }
        const char* const value = std::getenv(name.c_str());
        if (value == nullptr) {
            throw CommandError(column, "the environment variable '" + name +
                                           "' is not set; set it, or write $$ for the character $");
        }
        expanded += value;
    }
    return expanded;
}

}  // namespace gantry::framework::script
