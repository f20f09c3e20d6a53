#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gantry::perf {

/// The version of the file below.
inline constexpr int kCallTableVersion = 1;

/// The recorded calls of one method: a table with one row a call. The unit of a column is part of
/// its name. A plain value; the port performance.Monitor fills it.
struct CallTable {
    std::string name;
    std::vector<std::string> columns;
    /// Row after row, each as long as columns; NaN where a call has no such value.
    std::vector<double> values;
    /// Calls that ended while the table was full.
    std::uint64_t dropped = 0;
    /// Starts without a stop, and stops without a start.
    std::uint64_t unmatched = 0;

    /// The number of recorded calls.
    [[nodiscard]] std::size_t rows() const noexcept {
        return columns.empty() ? 0 : values.size() / columns.size();
    }
};

/// The table as comma-separated values, described in docs/formats/monitor-record.md. The first
/// lines say version, name and what is missing; NaN is an empty field.
std::string callTableToCsv(const CallTable& table);

/// Writes such a file as writeProfile() writes a profile: whole or not at all. Throws
/// base::FileError.
void writeCallTable(const std::filesystem::path& path, const CallTable& table);

}  // namespace gantry::perf
