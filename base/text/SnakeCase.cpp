#include <base/text/SnakeCase.hpp>

#include <cctype>

namespace gantry::base {
namespace {

bool isUpper(char c) {
    return std::isupper(static_cast<unsigned char>(c)) != 0;
}

}  // namespace

std::string snakeCase(std::string_view name) {
    std::string text;
    for (std::size_t i = 0; i < name.size(); ++i) {
        // In a row of capitals the last one begins the next word.
        const bool wordBegins =
            i > 0 && isUpper(name[i]) && name[i - 1] != '_' &&
            (!isUpper(name[i - 1]) || (i + 1 < name.size() && !isUpper(name[i + 1])));
        text += wordBegins ? "_" : "";
        text += static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
    }
    return text;
}

}  // namespace gantry::base
