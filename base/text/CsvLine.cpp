#include <base/text/CsvLine.hpp>
#include <base/text/Printable.hpp>

namespace gantry::base {

namespace {

std::string csvCell(const std::string& bytes) {
    std::string text = printable(bytes);
    // Line feeds and carriage returns need no quotes: printable() has turned them into \x0a and
    // \x0d.
    const bool plain = text.find_first_of(",\"") == std::string::npos &&
                       (text.empty() || (text.front() != ' ' && text.back() != ' '));
    if (plain) {
        return text;
    }
    std::string quoted = "\"";
    for (const char character : text) {
        quoted += character == '"' ? "\"\"" : std::string(1, character);
    }
    return quoted + '"';
}

}  // namespace

std::string csvLine(const std::vector<std::string>& cells) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        line += (i == 0 ? "" : ",") + csvCell(cells[i]);
    }
    return line + '\n';
}

}  // namespace gantry::base
