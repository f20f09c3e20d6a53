#include "TextTable.hpp"

#include <base/text/Printable.hpp>

#include <algorithm>

namespace gantry::tools {

namespace {

void appendCell(std::string& line, const std::string& cell, std::size_t width,
                TextTable::Align align) {
    const std::string padding(width - std::min(width, base::widthOf(cell)), ' ');
    line += align == TextTable::Align::Left ? cell + padding : padding + cell;
}

}  // namespace

void TextTable::addRow(const std::vector<std::string>& cells) {
    std::vector<std::string>& row = rows_.emplace_back();
    for (const std::string& cell : cells) {
        row.push_back(base::printable(cell));
    }
}

std::string TextTable::text(const std::string& indent) const {
    std::vector<std::size_t> widths;
    std::vector<std::string> titles;
    for (std::size_t column = 0; column < columns_.size(); ++column) {
        std::string title = base::printable(columns_[column].title);
        std::size_t width = base::widthOf(title);
        for (const std::vector<std::string>& row : rows_) {
            width = std::max(width, base::widthOf(row[column]));
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

}  // namespace gantry::tools
