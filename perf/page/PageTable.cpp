#include "PageTable.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "ProfileColumns.hpp"

namespace gantry::perf {

namespace {

Json valueJson(const ReportValue& value) {
    if (const auto* text = std::get_if<std::string>(&value)) {
        return pageText(*text);
    }
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        return *whole;
    }
    if (const auto* truth = std::get_if<bool>(&value)) {
        return *truth;
    }
    return jsonNumber(std::get<double>(value));
}

}  // namespace

// Arrays and no objects: keys would be repeated in each row.
Json pageTable(ReportTable table, std::size_t most) {
    keepFirst(table, most);
    Json columns = Json::array();
    for (const ReportColumn& column : table.columns) {
        columns.push_back({{"key", column.key}, {"title", column.title}, {"unit", column.unit}});
    }
    Json rows = Json::array();
    for (const std::vector<ReportValue>& row : table.rows) {
        Json values = Json::array();
        for (const ReportValue& value : row) {
            values.push_back(valueJson(value));
        }
        rows.push_back(std::move(values));
    }
    return {{"columns", columns}, {"rows", rows}, {"leftOut", table.leftOut}};
}

}  // namespace gantry::perf
