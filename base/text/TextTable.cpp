#include <base/text/Printable.hpp>
#include <base/text/TextTable.hpp>

#include <algorithm>

namespace gantry::base {

namespace {

void appendCell(std::string& line, const std::string& cell, std::size_t width,
                TextTable::Align align) {
    const std::string padding(width - std::min(width, widthOf(cell)), ' ');
    line += align == TextTable::Align::Left ? cell + padding : padding + cell;
}

}  // namespace

void TextTable::addRow(const std::vector<std::string>& cells) {
    std::vector<std::string>& row = rows_.emplace_back();
    for (const std::string& cell : cells) {
        // Now, as the widths are those of what is shown.
        row.push_back(printable(cell));
    }
}

std::string TextTable::text(const std::string& indent) const {
    std::vector<std::size_t> widths;
    std::vector<std::string> titles;
    for (std::size_t column = 0; column < columns_.size(); ++column) {
        std::string title = printable(columns_[column].title);
        std::size_t width = widthOf(title);
        for (const std::vector<std::string>& row : rows_) {
            width = std::max(width, widthOf(row[column]));
        }
        widths.push_back(width);
        titles.push_back(std::move(title));
    }
    std::string text;
    const auto appendLine = [&](const std::vector<std::string>& cells) {
        std::string line = indent;
        for (std::size_t column = 0; column < cells.size(); ++column) {
            line += column == 0 ? "" : "  ";
            appendCell(line, cells[column], widths[column], columns_[column].align);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    };
    appendLine(titles);
    for (const std::vector<std::string>& row : rows_) {
        appendLine(row);
    }
    return text;
}

}  // namespace gantry::base
