#include <base/text/NumberText.hpp>
#include <perf/archive/ArchiveQuery.hpp>

#include <iostream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "Command.hpp"
#include "CsvLine.hpp"
#include "JsonValues.hpp"
#include "OptionParser.hpp"
#include "TextTable.hpp"

namespace gantry::tools {

namespace {

using perf::ArchiveQuery;
using perf::ArchiveValue;
using Row = std::vector<ArchiveValue>;

OptionParser queryParser() {
    OptionParser parser(
        "gantry query [options] FILE SQL",
        "Asks an archive that `gantry run --archive` wrote, in SQL, and prints the rows. Nothing "
        "is "
        "changed.\n"
        "Views for people: flat, tree, by_group, by_thread, events, over_ranks, misuses; all "
        "tables "
        "and their\n"
        "units: docs/formats/archive.md.",
        {"gantry query run.gantry 'SELECT * FROM flat LIMIT 10'",
         "gantry query run.gantry 'SELECT name, calls FROM tree WHERE depth < 3'",
         "gantry query run.gantry \"SELECT inclusive / calls AS ns FROM flat WHERE name LIKE "
         "'%integrate%'\"",
         "gantry query --csv run.gantry 'SELECT * FROM by_group' > groups.csv",
         "gantry query --json run.gantry 'SELECT * FROM run'"});
    parser.flag("csv", "Comma-separated values with a line of column names; NULL is empty.")
        .flag("json", "One JSON document (docs/formats/report.md).")
        .positional(2, 2);
    return parser;
}

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

/// A column of numbers stands at the right.
TextTable::Align alignOf(const std::vector<Row>& rows, std::size_t column) {
    for (const Row& row : rows) {
        if (std::holds_alternative<std::string>(row[column])) {
            return TextTable::Align::Left;
        }
    }
    return rows.empty() ? TextTable::Align::Left : TextTable::Align::Right;
}

void printText(ArchiveQuery& query) {
    std::vector<Row> rows;
    for (Row row; query.next(row);) {
        rows.push_back(std::move(row));
    }
    std::vector<TextTable::Column> columns;
    for (std::size_t i = 0; i < query.columns().size(); ++i) {
        columns.push_back({query.columns()[i], alignOf(rows, i)});
    }
    TextTable table(columns);
    for (const Row& row : rows) {
        table.addRow(shown(row, "NULL"));
    }
    std::cout << table.text();
}

void printCsv(ArchiveQuery& query) {
    std::cout << csvLine(query.columns());
    for (Row row; query.next(row);) {
        std::cout << csvLine(shown(row, ""));
    }
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

/// Row by row, so that the answer may be larger than the memory.
void printJson(ArchiveQuery& query) {
    Json columns = Json::array();
    for (const std::string& column : query.columns()) {
        columns.push_back(jsonText(column));
    }
    std::cout << "{\n  \"format\": \"gantry-query\",\n  \"version\": 1,\n  \"columns\": "
              << columns.dump(-1, ' ', true) << ",\n  \"rows\": [";
    const char* separator = "\n    ";
    for (Row row; query.next(row);) {
        Json values = Json::array();
        for (const ArchiveValue& value : row) {
            values.push_back(jsonValue(value));
        }
        std::cout << separator << values.dump(-1, ' ', true);
        separator = ",\n    ";
    }
    std::cout << "\n  ]\n}\n";
}

int execute(const Words& words) {
    OptionParser parser = queryParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    if (parser.has("json") && parser.has("csv")) {
        throw UsageError("--json and --csv contradict each other");
    }
    ArchiveQuery query(parser.positionalWords()[0], parser.positionalWords()[1]);
    if (parser.has("json")) {
        printJson(query);
    } else if (parser.has("csv")) {
        printCsv(query);
    } else {
        printText(query);
    }
    return kDone;
}

}  // namespace

Command queryCommand() {
    return {"query the archive of a run in SQL",
            {"gantry query run.gantry 'SELECT * FROM flat'"},
            execute};
}

}  // namespace gantry::tools
