#include <base/text/Paragraph.hpp>
#include <base/text/Printable.hpp>

#include <sstream>

namespace gantry::base {

std::string paragraph(std::string_view head, std::string_view words, ParagraphShape shape) {
    std::string text;
    std::string line(head);
    std::size_t width = widthOf(line);
    const auto endLine = [&] {
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
        line.clear();
        width = 0;
    };
    const auto fill = [&] {
        if (width < shape.indent) {
            line.append(shape.indent - width, ' ');
            width = shape.indent;
        }
    };
    std::istringstream stream{std::string(words)};
    bool isFirst = true;  // in its line
    for (std::string word; stream >> word;) {
        if (isFirst && width > 0 && width >= shape.indent && text.empty()) {
            endLine();
        }
        fill();
        const std::size_t length = widthOf(word);
        if (!isFirst && width + 1 + length > shape.width) {
            endLine();
            fill();
            isFirst = true;
        }
        line += (isFirst ? "" : " ") + word;
        width += length + (isFirst ? 0 : 1);
        isFirst = false;
    }
    endLine();
    return text;
}

}  // namespace gantry::base
