#include "Contents.hpp"

#include <base/sqlite/TableChecksum.hpp>
#include <perf/archive/Archive.hpp>

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "Schema.hpp"

namespace gantry::perf {

namespace {

// The key of every table, or how it begins.
constexpr const char* kKey = "1, 2";

[[noreturn]] void damaged(const std::filesystem::path& path, const std::string& what) {
    throw ArchiveError(ArchiveError::Kind::Damaged, path, what);
}

void checkVersion(base::Database& database, const std::filesystem::path& path) {
    if (database.number("PRAGMA application_id") != kApplicationId) {
        damaged(path, "this is not a Gantry archive");
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

void checkStructure(base::Database& database, const std::filesystem::path& path,
                    const std::string& what) {
    base::Statement check = database.prepare("PRAGMA quick_check(" + what + ")");
    const std::string result = check.next() ? std::string(check.bytes(0)) : "no answer";
    if (result != "ok") {
        damaged(path, "the file is damaged (" + result + "); take another copy of it");
    }
}

// The name goes into a statement as it is, and the file is not trusted.
bool isName(const std::string& name) {
    return name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string::npos;
}

void checkStructure(base::Database& database, const std::filesystem::path& path) {
    // Before any other table is read: SQLite itself could stumble over a damaged page.
    if (database.number("SELECT count(*) FROM sqlite_schema WHERE name = 'rank_column'") == 0) {
        // The first fault is enough.
        checkStructure(database, path, "1");
        return;
    }
    // Columns of very many ranks are nearly all of the file; their rows are checked when they are
    // read.
    std::vector<std::string> tables;
    base::Statement names = database.prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'rank_column'");
    while (names.next()) {
        tables.emplace_back(names.bytes(0));
    }
    for (const std::string& table : tables) {
        if (isName(table)) {
            checkStructure(database, path, '"' + table + '"');
        }
    }
}

}  // namespace

// Views have one as well: a changed view would show other values than the tables have.
void writeChecksums(base::Database& database) {
    database.run(kChecksumTable);
    base::Statement insert = database.prepare("INSERT INTO checksum VALUES (?, ?, ?)");
    base::TableChecksums checksums(database);
    const std::vector<SchemaObject> sometimes{traceTable(), timelineTable(), rankTable()};
    for (const auto* objects : {&schemaTables(), &addedTables(), &sampleTables(), &moduleTables(),
                                &sourceTables(), &columnTables(), &schemaViews(), &sometimes}) {
        for (const SchemaObject& object : *objects) {
            const base::TableChecksum sum = checksums.of(object.name, kKey);
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
    base::TableChecksums checksums(database);
    base::Statement sums = database.prepare("SELECT object, rows, digest FROM checksum");
    while (sums.next()) {
        const std::string name(sums.bytes(0));
        const base::TableChecksum found =
            isName(name) ? checksums.of(name, kKey) : base::TableChecksum{};
        if (found.digest.empty() || found.digest != sums.bytes(2) || found.rows != sums.whole(1)) {
            damaged(path, "'" + name +
                              "' is not as it was written: the file is damaged or was changed; "
                              "take another copy of it");
        }
        if (found.isTable) {
            tables.insert(name);
        }
    }
    // A table that was dropped together with its checksum.
    for (const SchemaObject& table : schemaTables()) {
        if (tables.count(table.name) == 0) {
            damaged(path, "the table '" + std::string(table.name) +
                              "' is missing: the file is damaged; take another copy of it");
        }
    }
}

}  // namespace gantry::perf
