#pragma once

#include <base/sqlite/Database.hpp>

#include <cstdint>
#include <string>

namespace gantry::base {

/// The checksum of one table or view of a database; the same for equal contents wherever they are
/// in the file.
struct TableChecksum {
    std::int64_t rows = 0;  ///< of a table; a view has none of its own
    /// FNV-1a with 64 bits of the definition and of every value with its type, as 16 hexadecimal
    /// digits. A single changed byte always changes it. Empty where there is no such object.
    std::string digest;
    bool isTable = false;

    friend bool operator==(const TableChecksum&, const TableChecksum&) = default;
};

/// Checksums of several objects of one database, which it does not outlive. For one thread.
///
///     TableChecksums checksums(database);
///     const TableChecksum run = checksums.of("run", "id");
class TableChecksums final {
public:
    /// Throws DatabaseError, as of() does.
    explicit TableChecksums(Database& database);

    /// As checksumOf(), without preparing the search for the object each time.
    [[nodiscard]] TableChecksum of(const std::string& name, const std::string& order);

private:
    Database& database_;
    Statement object_;
};

/// Reads the whole object: some 100 ns a row. name: lower-case letters, digits and underscores;
/// order: columns that identify a row, as ORDER BY takes them. Throws DatabaseError.
[[nodiscard]] TableChecksum checksumOf(Database& database, const std::string& name,
                                       const std::string& order);

}  // namespace gantry::base
