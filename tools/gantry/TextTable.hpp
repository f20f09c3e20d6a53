#pragma once

#include <string>
#include <vector>

namespace gantry::tools {

/// A table for people: columns are as wide as their widest cell, two blanks apart. Cells and titles
/// may have any bytes; they are shown as Printable.hpp says.
class TextTable final {
public:
    enum class Align { Left, Right };

    struct Column {
        std::string title;
        Align align = Align::Right;
    };

    explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

    /// One cell for each column.
    void addRow(const std::vector<std::string>& cells);
    [[nodiscard]] bool empty() const { return rows_.empty(); }
    /// Every line begins with indent and ends without trailing blanks.
    [[nodiscard]] std::string text(const std::string& indent = "") const;

private:
    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace gantry::tools
