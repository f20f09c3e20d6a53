#include "Contents.hpp"

#include <base/hash/Fnv1a.hpp>
#include <base/text/Hex.hpp>
#include <perf/archive/Archive.hpp>

#include <bit>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "Schema.hpp"

namespace gantry::perf {

namespace {

// With FNV-1a a single changed byte always changes the result, whatever follows it.
class Digest final {
public:
    void add(std::string_view bytes) {
        add(bytes.size());
        hash_.add(bytes);
    }

    void add(std::uint64_t number) {
        for (int i = 0; i < 8; ++i, number >>= 8U) {
            hash_.add(number & 0xffU);
        }
    }

    void addRow(const base::Statement& row) {
        for (int column = 0; column < row.columns(); ++column) {
            const base::Statement::Type type = row.type(column);
            hash_.add(static_cast<std::uint64_t>(type));
            if (type == base::Statement::Type::Whole) {
                add(static_cast<std::uint64_t>(row.whole(column)));
            } else if (type == base::Statement::Type::Real) {
                add(std::bit_cast<std::uint64_t>(row.real(column)));
            } else if (type != base::Statement::Type::Null) {
                add(row.bytes(column));
            }
        }
    }

    [[nodiscard]] std::string text() const { return base::toHex(hash_.value()); }

private:
    base::Fnv1a64 hash_;
};

struct Checksum {
    std::int64_t rows = 0;
    std::string digest;  ///< empty where there is no such object
    bool isTable = false;
};

// Of a table or view that stands in the database under this name; rows of a view are not its own.
Checksum checksumOf(base::Database& database, const std::string& name) {
    base::Statement object =
        database.prepare("SELECT type, name, sql FROM sqlite_schema WHERE name = ?");
    object.bind(0, name);
    Checksum sum;
    if (!object.next()) {
        return sum;
    }
    Digest digest;
    digest.addRow(object);
    sum.isTable = object.bytes(0) == "table";
    if (sum.isTable) {
        base::Statement rows = database.prepare("SELECT * FROM \"" + name + "\" ORDER BY 1, 2");
        while (rows.next()) {
            digest.addRow(rows);
            ++sum.rows;
        }
    }
    sum.digest = digest.text();
    return sum;
}

[[noreturn]] void damaged(const std::filesystem::path& path, const std::string& what) {
    throw ArchiveError(ArchiveError::Kind::Damaged, path, what);
}

void checkVersion(base::Database& database, const std::filesystem::path& path) {
    if (database.number("PRAGMA application_id") != kApplicationId) {
        damaged(path, "this is not a Gantry archive; `gantry run --archive FILE` writes one");
    }
    const std::int64_t version = database.number("PRAGMA user_version");
    if (version > kArchiveVersion) {
        throw ArchiveError(ArchiveError::Kind::Newer, path,
                           "the archive has version " + std::to_string(version) +
                               ", this program reads up to " + std::to_string(kArchiveVersion) +
                               "; use a newer Gantry");
    }
    if (version < 1) {
        damaged(path, "the archive has no version; the file is damaged, take another copy of it");
    }
}

void checkStructure(base::Database& database, const std::filesystem::path& path) {
    base::Statement check = database.prepare("PRAGMA quick_check(1)");
    const std::string result = check.next() ? std::string(check.bytes(0)) : "no answer";
    if (result != "ok") {
        damaged(path, "the file is damaged (" + result + "); take another copy of it");
    }
}

}  // namespace

void writeChecksums(base::Database& database) {
    database.run(kChecksumTable);
    base::Statement insert = database.prepare("INSERT INTO checksum VALUES (?, ?, ?)");
    const std::vector<SchemaObject> trace{traceTable()};
    for (const auto* objects : {&schemaTables(), &addedTables(), &schemaViews(), &trace}) {
        for (const SchemaObject& object : *objects) {
            const Checksum sum = checksumOf(database, object.name);
            if (!sum.digest.empty()) {
                insert.insert(std::string_view(object.name), sum.rows,
                              std::string_view(sum.digest));
            }
        }
    }
}

void checkContents(base::Database& database, const std::filesystem::path& path) {
    checkVersion(database, path);
    checkStructure(database, path);
    std::set<std::string> tables;
    base::Statement sums = database.prepare("SELECT object, rows, digest FROM checksum");
    while (sums.next()) {
        const std::string name(sums.bytes(0));
        const bool isName =
            name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string::npos;
        const Checksum found = isName ? checksumOf(database, name) : Checksum{};
        if (found.digest.empty() || found.digest != sums.bytes(2) || found.rows != sums.whole(1)) {
            damaged(path, "'" + name +
                              "' is not as it was written: the file is damaged or was changed; "
                              "take another copy of it");
        }
        if (found.isTable) {
            tables.insert(name);
        }
    }
    for (const SchemaObject& table : schemaTables()) {
        if (tables.count(table.name) == 0) {
            damaged(path, "the table '" + std::string(table.name) +
                              "' is missing: the file is damaged; take another copy of it");
        }
    }
}

}  // namespace gantry::perf
