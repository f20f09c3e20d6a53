#pragma once

#include <perf/archive/ArchiveError.hpp>

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
class ArchiveQuery final {
public:
    /// Throws ArchiveError where the file cannot be used, and QueryError where the statement is
    /// wrong, is more than one, or would write.
    ArchiveQuery(const std::filesystem::path& path, const std::string& sql);
    ArchiveQuery(const ArchiveQuery&) = delete;
    ArchiveQuery& operator=(const ArchiveQuery&) = delete;
    ~ArchiveQuery();

    /// The names of the columns.
    [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }

    /// Gets the next row, one value for each column; false after the last one. Throws ArchiveError.
    bool next(std::vector<ArchiveValue>& row);

private:
    struct Running;

    std::filesystem::path path_;
    std::unique_ptr<Running> running_;
    std::vector<std::string> columns_;
};

}  // namespace gantry::perf
