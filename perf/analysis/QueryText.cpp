#include <base/text/CsvLine.hpp>
#include <base/text/NumberText.hpp>
#include <base/text/TextTable.hpp>
#include <perf/analysis/ProfileNotes.hpp>
#include <perf/analysis/QueryText.hpp>
#include <perf/document/JsonValues.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

namespace gantry::perf {

namespace {

using Row = std::vector<ArchiveValue>;

std::string shown(const ArchiveValue& value, const char* null) {
    if (const auto* text = std::get_if<std::string>(&value)) {
        return *text;
    }
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        return std::to_string(*whole);
    }
    const auto* real = std::get_if<double>(&value);
    return real ? base::exact(*real) : null;
}

std::vector<std::string> shown(const Row& row, const char* null) {
    std::vector<std::string> cells;
    for (const ArchiveValue& value : row) {
        cells.push_back(shown(value, null));
    }
    return cells;
}

/// A column of numbers is at the right.
base::TextTable::Align alignOf(const std::vector<Row>& rows, std::size_t column) {
    for (const Row& row : rows) {
        if (std::holds_alternative<std::string>(row[column])) {
            return base::TextTable::Align::Left;
        }
    }
    return rows.empty() ? base::TextTable::Align::Left : base::TextTable::Align::Right;
}

Json jsonValue(const ArchiveValue& value) {
    if (const auto* text = std::get_if<std::string>(&value)) {
        return jsonText(*text);
    }
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        return *whole;
    }
    const auto* real = std::get_if<double>(&value);
    return real ? jsonNumber(*real) : Json(nullptr);
}

}  // namespace

// A table for people needs all rows before the first line: the widest cell decides on the width of
// a column. CSV and JSON are written row by row.
std::string queryText(ArchiveQuery& query) {
    std::vector<Row> rows;
    for (Row row; query.next(row);) {
        rows.push_back(std::move(row));
    }
    std::vector<base::TextTable::Column> columns;
    for (std::size_t i = 0; i < query.columns().size(); ++i) {
        columns.push_back({query.columns()[i], alignOf(rows, i)});
    }
    base::TextTable table(columns);
    for (const Row& row : rows) {
        table.addRow(shown(row, "NULL"));
    }
    const Profile* const net = query.compensatedProfile();
    return (net == nullptr ? std::string() : "values are " + valuesText(*net) + '\n') +
           table.text();
}

void writeQueryCsv(ArchiveQuery& query, std::ostream& output) {
    output << base::csvLine(query.columns());
    for (Row row; query.next(row);) {
        output << base::csvLine(shown(row, ""));
    }
}

void writeQueryJson(ArchiveQuery& query, std::ostream& output) {
    Json columns = Json::array();
    for (const std::string& column : query.columns()) {
        columns.push_back(jsonText(column));
    }
    const Profile* const net = query.compensatedProfile();
    output << "{\n  \"format\": \"gantry-query\",\n  \"version\": 1,\n";
    if (net != nullptr) {
        output << "  \"values\": " << jsonText(valuesText(*net)).dump(-1, ' ', true) << ",\n";
    }
    output << "  \"columns\": " << columns.dump(-1, ' ', true) << ",\n  \"rows\": [";
    const char* separator = "\n    ";
    for (Row row; query.next(row);) {
        Json values = Json::array();
        for (const ArchiveValue& value : row) {
            values.push_back(jsonValue(value));
        }
        output << separator << values.dump(-1, ' ', true);
        separator = ",\n    ";
    }
    output << "\n  ]\n}\n";
}

}  // namespace gantry::perf
