#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace gantry::perf {

/// One value of a report: a text of any bytes, a count, a quantity in the unit of its column, or
/// yes or no.
using ReportValue = std::variant<std::string, std::int64_t, double, bool>;

/// Numbers of a column are all in its unit.
struct ReportColumn {
    /// For whom a column is: a program gets all of them.
    enum class Shown {
        Always,
        WhenUsed,    ///< not to people where every value is empty or no
        ToPrograms,  ///< in JSON and CSV only
    };

    std::string key;  ///< for programs; unique in its table
    std::string title;
    std::string unit;  ///< of its numbers; may be empty
    Shown shown = Shown::Always;
};

/// One table of a report, as it is before someone chose a format. Every row has a value for each
/// column, of the kind that the column has in all rows. Views make it; it knows nothing of
/// profiles.
///
///     sortRows(table, "exclusive");
///     keepFirst(table, 20);
struct ReportTable {
    std::string view;  ///< its name, such as "flat"
    std::string noun;  ///< what one row is, such as "timer"
    std::vector<ReportColumn> columns;
    std::vector<std::vector<ReportValue>> rows;
    std::vector<std::size_t> depths;  ///< of a tree: how deep each row stands; else empty
    std::size_t leftOut = 0;          ///< rows that keepFirst() took away
};

/// Largest numbers first, texts by their bytes; in a tree among those below the same row. The
/// column by its key, or by the end of a key behind a dot: then the first such one; "name" is all
/// columns of texts. Throws std::invalid_argument, which names the columns, where there is none
/// like that. Stable: rows with equal values keep their order. Of a tree, rows below a row move
/// with it.
void sortRows(ReportTable& table, const std::string& column);

/// Takes all but the first rows away; 0 takes none. Adds their number to leftOut.
void keepFirst(ReportTable& table, std::size_t rows);

/// The columns that people see, by their places.
std::vector<std::size_t> shownColumns(const ReportTable& table);

/// Whether the values of the column are texts. By the first row; false for a table without rows.
bool isTextColumn(const ReportTable& table, std::size_t column);

}  // namespace gantry::perf
