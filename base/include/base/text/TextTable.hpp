#pragma once

#include <string>
#include <vector>

namespace gantry::base {

/// A table for people: columns are as wide as their widest cell, two blanks apart. Cells and titles
/// may have any bytes; they are shown as Printable.hpp says. Nothing is formatted before text().
/// The width is counted in characters, so UTF-8 names are aligned.
class TextTable final {
public:
    /// The side on which a cell touches the edge of its column; the rest is filled with blanks.
    enum class Align { Left, Right };

    /// A title, and the side to which its cells are aligned; numbers are aligned to the right.
    struct Column {
        std::string title;
        Align align = Align::Right;
    };

    /// Columns stay as they are for the life of the table.
    explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

    /// One cell for each column: fewer are not allowed. The cells are copied.
    void addRow(const std::vector<std::string>& cells);
    /// Whether there is no row yet; the titles do not count.
    [[nodiscard]] bool empty() const { return rows_.empty(); }
    /// Every line begins with indent and ends without trailing blanks. The first line has the
    /// titles. Linear in the number of cells.
    [[nodiscard]] std::string text(const std::string& indent = "") const;

private:
    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace gantry::base
