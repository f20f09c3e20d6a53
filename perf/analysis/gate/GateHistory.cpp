#include <base/sqlite/Database.hpp>
#include <perf/analysis/gate/GateHistory.hpp>

#include <cstdint>
#include <map>
#include <string_view>
#include <system_error>

namespace gantry::perf {

namespace {

// "GnGH": a file of another kind has another number, or none.
constexpr std::int64_t kApplication = 0x476e4748;

constexpr const char* kTable =
    "CREATE TABLE gate(id INTEGER PRIMARY KEY, time TEXT NOT NULL, name TEXT NOT NULL, "
    "metric TEXT NOT NULL, unit TEXT NOT NULL, machine TEXT NOT NULL, revision TEXT NOT NULL, "
    "runs INTEGER NOT NULL, median REAL NOT NULL, baseline REAL NOT NULL, relative REAL, "
    "low REAL, high REAL, verdict TEXT NOT NULL)";

// Since version 2. The order of the runs is that of the rows.
constexpr const char* kRunTable =
    "CREATE TABLE run(gate INTEGER NOT NULL REFERENCES gate(id), value REAL NOT NULL); "
    "CREATE INDEX run_gate ON run(gate)";

constexpr const char* kColumns =
    "time, name, metric, unit, machine, revision, runs, median, baseline, relative, low, high, "
    "verdict";

[[noreturn]] void refuse(const std::filesystem::path& file, const base::DatabaseError& error) {
    const bool damaged = error.kind() == base::DatabaseError::Kind::Damaged ||
                         error.kind() == base::DatabaseError::Kind::Statement;
    throw GateHistoryError(
        damaged ? GateHistoryError::Kind::Damaged : GateHistoryError::Kind::File, file,
        std::string(error.what()) +
            (damaged ? "; it is not a complete history of gates: restore it, or name another file"
                     : ""));
}

void requireKind(const std::filesystem::path& file, base::Database& database) {
    if (database.number("PRAGMA application_id") != kApplication) {
        throw GateHistoryError(GateHistoryError::Kind::WrongKind, file,
                               "is not a history of gates; name another file");
    }
    const std::int64_t version = database.number("PRAGMA user_version");
    if (version > kGateHistoryVersion) {
        throw GateHistoryError(GateHistoryError::Kind::Newer, file,
                               "has version " + std::to_string(version) +
                                   ", this program knows version " +
                                   std::to_string(kGateHistoryVersion) + "; use a newer Gantry");
    }
}

void prepare(const std::filesystem::path& file, base::Database& database) {
    const bool isNew = database.number("SELECT count(*) FROM sqlite_schema") == 0 &&
                       database.number("PRAGMA application_id") == 0;
    if (isNew) {
        database.run(std::string("PRAGMA application_id=") + std::to_string(kApplication) + "; " +
                     kTable);
    }
    requireKind(file, database);
    if (database.number("PRAGMA user_version") < 2) {
        database.run(std::string(kRunTable) +
                     "; PRAGMA user_version=" + std::to_string(kGateHistoryVersion));
    }
}

void addRuns(base::Database& database, const std::vector<double>& values) {
    const std::int64_t gate = database.number("SELECT last_insert_rowid()");
    base::Statement statement = database.prepare("INSERT INTO run(gate, value) VALUES(?,?)");
    for (const double value : values) {
        statement.insert(gate, value);
    }
}

// Values of results that are not in the file are left out: another program may have deleted them.
void readRuns(base::Database& database, const std::map<std::int64_t, std::size_t>& places,
              std::vector<GateRecord>& records) {
    base::Statement statement = database.prepare("SELECT gate, value FROM run ORDER BY rowid");
    while (statement.next()) {
        if (const auto place = places.find(statement.whole(0)); place != places.end()) {
            records[place->second].values.push_back(statement.real(1));
        }
    }
}

GateRecord recordOf(const base::Statement& row) {
    const auto text = [&](int column) { return std::string(row.bytes(column)); };
    GateRecord record;
    record.time = text(0);
    record.name = text(1);
    record.metric = text(2);
    record.unit = text(3);
    record.machine = text(4);
    record.revision = text(5);
    record.runs = row.whole(6);
    record.median = row.real(7);
    record.baseline = row.real(8);
    record.relative = row.real(9);
    record.low = row.real(10);
    record.high = row.real(11);
    record.verdict = text(12);
    return record;
}

}  // namespace

// IMMEDIATE takes the write lock before anything is read: two programs that make the file at once
// then do it one after the other.
void addGateRecord(const std::filesystem::path& file, const GateRecord& record) {
    try {
        base::Database database(file, base::Database::Mode::Share);
        database.run("BEGIN IMMEDIATE");
        prepare(file, database);
        base::Statement statement = database.prepare(std::string("INSERT INTO gate(") + kColumns +
                                                     ") VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)");
        statement.insert(record.time, record.name, record.metric, record.unit, record.machine,
                         record.revision, record.runs, record.median, record.baseline,
                         record.relative, record.low, record.high, record.verdict);
        addRuns(database, record.values);
        database.run("COMMIT");
    } catch (const base::DatabaseError& error) {
        refuse(file, error);
    }
}

std::vector<GateRecord> readGateRecords(const std::filesystem::path& file) {
    std::error_code missing;
    if (!std::filesystem::exists(file, missing)) {
        throw GateHistoryError(GateHistoryError::Kind::File, file,
                               "does not exist; the first gate creates it");
    }
    try {
        base::Database database(file, base::Database::Mode::Read);
        requireKind(file, database);
        base::Statement statement =
            database.prepare(std::string("SELECT ") + kColumns + ", id FROM gate ORDER BY id");
        std::vector<GateRecord> records;
        std::map<std::int64_t, std::size_t> places;
        while (statement.next()) {
            places[statement.whole(13)] = records.size();
            records.push_back(recordOf(statement));
        }
        if (database.number("PRAGMA user_version") >= 2) {
            readRuns(database, places, records);
        }
        return records;
    } catch (const base::DatabaseError& error) {
        refuse(file, error);
    }
}

}  // namespace gantry::perf
