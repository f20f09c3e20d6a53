#pragma once

#include <perf/archive/ArchiveError.hpp>
#include <perf/model/Profile.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace gantry::perf {

/// One value of a row: NULL, a whole number, a real number, or a text. A text may have any bytes.
using ArchiveValue = std::variant<std::monostate, std::int64_t, double, std::string>;

/// The rows that one SQL statement gives on an archive. Opens the file for reading only, makes no
/// other file, and allows nothing but reading. The archive is checked first, as readArchive() does.
/// For one thread; several may read the same file at once.
///
/// With compensated values the tables `value` and `rank_value`, and so all views, are without the
/// measurement overhead, where the archive knows it; main.value and main.rank_value are as
/// measured, and the table `value_error` says by how much values are off at most. Takes time and
/// memory as reading the archive does, where the statement has the name of a table or view with
/// values.
///
///     ArchiveQuery query(path, "SELECT name, calls FROM flat ORDER BY calls DESC");
///     for (std::vector<ArchiveValue> row; query.next(row);) { ... }
///
/// The tables and views are those of docs/formats/archive.md.
class ArchiveQuery final {
public:
    /// Compensated: the tables have the values without the measurement overhead.
    enum class Values { Raw, Compensated };

    /// Throws ArchiveError where the file cannot be used, and QueryError where the statement is
    /// wrong, is more than one, or would write.
    ArchiveQuery(const std::filesystem::path& path, const std::string& sql,
                 Values values = Values::Raw);
    ArchiveQuery(const ArchiveQuery&) = delete;
    ArchiveQuery& operator=(const ArchiveQuery&) = delete;
    ~ArchiveQuery();

    /// The names of the columns.
    [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }

    /// The profile whose values the query sees instead of those that were measured; null where it
    /// sees the latter.
    [[nodiscard]] const Profile* compensatedProfile() const noexcept { return net_.get(); }

    /// Gets the next row, one value for each column; false after the last one. Throws ArchiveError.
    bool next(std::vector<ArchiveValue>& row);

private:
    // The database and the statement, which must end before it.
    struct Running;

    std::filesystem::path path_;
    std::unique_ptr<Running> running_;
    // Null where values are as measured.
    std::unique_ptr<const Profile> net_;
    std::vector<std::string> columns_;
};

}  // namespace gantry::perf
