#pragma once

#include <base/sqlite/Database.hpp>
#include <perf/archive/ArchiveError.hpp>

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <utility>

namespace gantry::perf {

/// One table, row by row, every value with the type it must have: ArchiveError (Damaged) names
/// table and column where it has another one. path outlives it. Columns count from 0. Throws
/// DatabaseError where SQLite fails.
class Rows final {
public:
    Rows(base::Database& database, const std::filesystem::path& path, std::string table,
         const std::string& columns, const std::string& order)
        : path_(path),
          table_(std::move(table)),
          statement_(
              database.prepare("SELECT " + columns + " FROM " + table_ + " ORDER BY " + order)) {}

    /// Goes to the next row; false after the last one.
    bool next() { return statement_.next(); }

    [[nodiscard]] bool isNull(int column) const {
        return statement_.type(column) == base::Statement::Type::Null;
    }

    /// A whole number that fits the type.
    template <class Whole = std::int64_t>
    [[nodiscard]] Whole whole(int column) const {
        const std::int64_t value = statement_.whole(column);
        if (statement_.type(column) != base::Statement::Type::Whole ||
            !std::in_range<Whole>(value)) {
            fail(column, "a whole number in range");
        }
        return static_cast<Whole>(value);
    }

    /// NULL, which SQLite makes of a NaN, is not a number.
    [[nodiscard]] double real(int column) const {
        if (isNull(column)) {
            return std::numeric_limits<double>::quiet_NaN();
        }
        if (statement_.type(column) != base::Statement::Type::Real) {
            fail(column, "a real number");
        }
        return statement_.real(column);
    }

    /// A whole number that is 0 or 1.
    [[nodiscard]] bool truth(int column) const {
        const std::int64_t value = whole(column);
        if (value != 0 && value != 1) {
            fail(column, "0 or 1");
        }
        return value == 1;
    }

    /// Text, or a blob for bytes that are not UTF-8.
    [[nodiscard]] std::string text(int column) const {
        const base::Statement::Type type = statement_.type(column);
        if (type != base::Statement::Type::Text && type != base::Statement::Type::Blob) {
            fail(column, "a text");
        }
        return std::string(statement_.bytes(column));
    }

    /// A number that is -1 in the profile and NULL in the table.
    [[nodiscard]] std::int32_t wholeOrNone(int column) const {
        return isNull(column) ? -1 : whole<std::int32_t>(column);
    }

    /// Throws ArchiveError (Damaged) with table, column and what was expected.
    [[noreturn]] void fail(int column, const std::string& expected) const {
        throw ArchiveError(ArchiveError::Kind::Damaged, path_,
                           "table '" + table_ + "', column '" + statement_.columnName(column) +
                               "': expected " + expected + "; take another copy of the file");
    }

private:
    const std::filesystem::path& path_;
    std::string table_;
    base::Statement statement_;
};

}  // namespace gantry::perf
