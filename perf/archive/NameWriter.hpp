#pragma once

#include <base/sqlite/Database.hpp>

#include <cstdint>
#include <string>
#include <unordered_map>

namespace gantry::perf {

/// Writes the table `name`, in which each text is once, and keeps the ids of all texts in memory.
/// The database outlives it.
class NameWriter final {
public:
    explicit NameWriter(base::Database& database)
        : insert_(database.prepare("INSERT INTO name VALUES (?, ?)")) {}

    /// The id of the text, counted from 0; a new text is inserted. Throws DatabaseError.
    std::int64_t idOf(const std::string& text);

private:
    base::Statement insert_;
    std::unordered_map<std::string, std::int64_t> ids_;
};

}  // namespace gantry::perf
