#include <base/text/MarkupText.hpp>
#include <base/text/Printable.hpp>

#include <string_view>

namespace gantry::base {

std::string markupText(std::string_view text) {
    std::string safe;
    safe.reserve(text.size());
    for (const char c : text) {
        switch (c) {
            case '&':
                safe += "&amp;";
                break;
            case '<':
                safe += "&lt;";
                break;
            case '>':
                safe += "&gt;";
                break;
            case '"':
                safe += "&quot;";
                break;
            default:
                safe += c;
        }
    }
    return safe;
}

std::string markdownText(std::string_view text) {
    std::string safe;
    for (const char c : printable(text)) {
        if (std::string_view("|*_`<>[]\\").find(c) != std::string_view::npos) {
            safe += '\\';
        }
        safe += c;
    }
    return safe;
}

}  // namespace gantry::base
