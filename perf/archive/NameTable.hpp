#pragma once

#include <base/sqlite/Database.hpp>

#include <cstdint>
#include <string>
#include <unordered_map>

namespace gantry::perf {

/// The table `name`: every text stands in it once.
class NameTable final {
public:
    explicit NameTable(base::Database& database)
        : insert_(database.prepare("INSERT INTO name VALUES (?, ?)")) {}

    /// The id of the text, which is added where it is new.
    std::int64_t idOf(const std::string& text);

private:
    base::Statement insert_;
    std::unordered_map<std::string, std::int64_t> ids_;
};

}  // namespace gantry::perf
