#include <base/text/NumberText.hpp>
#include <base/text/TextTable.hpp>
#include <perf/analysis/TableText.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <variant>
#include <vector>

namespace gantry::perf {

namespace {

// Deeper rows are not indented further, or a long recursion would fill the screen.
constexpr std::size_t kDeepest = 40;

}  // namespace

std::string shownValue(const ReportValue& value, const std::string& unit) {
    if (const auto* text = std::get_if<std::string>(&value)) {
        return *text;
    }
    if (const auto* truth = std::get_if<bool>(&value)) {
        return *truth ? "yes" : "";
    }
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        return unit.empty() ? std::to_string(*whole)
                            : base::quantity(static_cast<double>(*whole), unit);
    }
    const double real = std::get<double>(value);
    if (std::isnan(real)) {
        return "-";
    }
    return unit == "%" ? base::share(real, 100) : base::quantity(real, unit);
}

std::string tableText(const ReportTable& table, const std::string& indent) {
    const std::vector<std::size_t> columns = shownColumns(table);
    std::vector<base::TextTable::Column> titles;
    titles.reserve(columns.size());
    for (const std::size_t column : columns) {
        titles.push_back({table.columns[column].title, isTextColumn(table, column)
                                                           ? base::TextTable::Align::Left
                                                           : base::TextTable::Align::Right});
    }
    base::TextTable text(titles);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        std::vector<std::string> cells;
        cells.reserve(columns.size());
        for (const std::size_t column : columns) {
            cells.push_back(shownValue(table.rows[row][column], table.columns[column].unit));
        }
        if (!table.depths.empty()) {
            cells.front().insert(0, 2 * std::min(table.depths[row], kDeepest), ' ');
        }
        text.addRow(cells);
    }
    const std::string more = leftOutText(table);
    return text.text(indent) + (more.empty() ? "" : indent + more + '\n');
}

std::string leftOutText(const ReportTable& table) {
    return table.leftOut == 0 ? "" : "... " + base::plural(table.leftOut, "more " + table.noun);
}

}  // namespace gantry::perf
