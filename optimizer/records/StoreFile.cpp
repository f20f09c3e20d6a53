#include "StoreFile.hpp"

#include <base/sqlite/TableChecksum.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <system_error>
#include <utility>

#include "RecordsError.hpp"

namespace records {
namespace {

using Json = nlohmann::ordered_json;
using gantry::base::Database;
using gantry::base::DatabaseError;
using gantry::base::Statement;
using gantry::base::TableChecksum;
using Kind = RecordsError::Kind;

// "GNTT": distinguishes a tuning store from other databases.
constexpr std::int64_t kApplicationId = 0x474E5454;

constexpr const char* kSchema = R"(CREATE TABLE learned (
    machine TEXT NOT NULL,     -- processor and how many of them
    port TEXT NOT NULL,        -- the tuned uses port, instance.port
    context TEXT NOT NULL,     -- key of the context
    candidate TEXT NOT NULL,
    version TEXT NOT NULL,     -- of the candidate's component
    calls INTEGER NOT NULL,    -- that finished
    cost REAL NOT NULL,        -- geometric mean; seconds, unless tuned by another metric
    spread REAL NOT NULL,      -- standard deviation of the logarithm of the costs
    bound REAL NOT NULL,       -- calls that were ended cost at least that much; 0: none
    failures INTEGER NOT NULL,
    features TEXT NOT NULL,    -- of the context: a JSON object of numbers
    learned_at REAL NOT NULL,  -- seconds since 1970
    PRIMARY KEY (machine, port, context, candidate, version)
) WITHOUT ROWID)";
constexpr const char* kKey = "machine, port, context, candidate, version";

// One row: of the definition and the rows of learned.
constexpr const char* kChecksumSchema = R"(CREATE TABLE checksum (
    rows INTEGER NOT NULL,  -- of learned
    digest TEXT NOT NULL    -- FNV-1a, 64 bit; 16 hexadecimal digits
))";

// A file that is locked or refused by the system is not damaged.
Kind causeOf(DatabaseError::Kind kind) {
    switch (kind) {
        case DatabaseError::Kind::Locked:
        case DatabaseError::Kind::System:
            return Kind::File;
        default:
            return Kind::Damaged;
    }
}

std::string inWords(const DatabaseError& error) {
    switch (error.kind()) {
        case DatabaseError::Kind::Locked:
            return "the tuning store is locked by another program; try again when that is done";
        case DatabaseError::Kind::System:
            return std::string("the tuning store cannot be opened or written: ") + error.what();
        default:
            return std::string("the tuning store is damaged (") + error.what() +
                   "); move it away, and a new one is created";
    }
}

// Converts what SQLite throws into a RecordsError.
template <class Work>
auto guarded(const std::filesystem::path& file, Work work) {
    try {
        return work();
    } catch (const DatabaseError& error) {
        throw RecordsError(causeOf(error.kind()), file, inWords(error));
    }
}

std::string featuresText(const tuning::Learned& learned) {
    const std::vector<std::string> names = learned.featureNames.toVector();
    const std::vector<double> values = learned.features.toVector();
    Json features = Json::object();
    for (std::size_t i = 0; i < names.size() && i < values.size(); ++i) {
        features[names[i]] = values[i];
    }
    return features.dump(-1, ' ', true, Json::error_handler_t::replace);
}

void readFeatures(tuning::Learned& learned, const std::string& text) {
    const Json features = Json::parse(text, nullptr, false);
    if (!features.is_object()) {
        throw DatabaseError(DatabaseError::Kind::Damaged, "features that are not a JSON object");
    }
    std::vector<std::string> names;
    std::vector<double> values;
    for (const auto& [name, value] : features.items()) {
        if (!value.is_number()) {
            throw DatabaseError(DatabaseError::Kind::Damaged, "a feature that is not a number");
        }
        names.push_back(name);
        values.push_back(value.get<double>());
    }
    learned.featureNames = sidl::array<std::string>(names);
    learned.features = sidl::array<double>(values);
}

StoredRow rowOf(const Statement& statement, double now) {
    StoredRow row;
    row.machine = statement.bytes(0);
    row.port = statement.bytes(1);
    row.learned.context = statement.bytes(2);
    row.learned.candidate = statement.bytes(3);
    row.learned.componentVersion = statement.bytes(4);
    row.learned.calls = statement.whole(5);
    row.learned.cost = statement.real(6);
    row.learned.spread = statement.real(7);
    row.learned.bound = statement.real(8);
    row.learned.failures = statement.whole(9);
    readFeatures(row.learned, std::string(statement.bytes(10)));
    // Not negative where the clock was set back.
    row.learned.age = std::max(0.0, now - statement.real(11));
    return row;
}

// The condition of a filter, with a parameter for each of its four texts.
constexpr const char* kWhere =
    " WHERE (?1 IS NULL OR machine = ?1) AND (?2 IS NULL OR port = ?2)"
    " AND (?3 IS NULL OR context = ?3) AND (?4 IS NULL OR candidate = ?4)";

void bind(Statement& statement, const StoreFilter& filter) {
    int place = 0;
    for (const auto* text : {&filter.machine, &filter.port, &filter.context, &filter.candidate}) {
        if (*text) {
            statement.bind(place, std::string_view(**text));
        } else {
            statement.bind(place, nullptr);
        }
        ++place;
    }
}

void checkSound(const std::filesystem::path& file, const tuning::Learned& learned) {
    const bool sound = std::isfinite(learned.cost) && std::isfinite(learned.spread) &&
                       std::isfinite(learned.bound) && learned.calls >= 0 && learned.failures >= 0;
    // SQLite would store a NaN as NULL, which the schema refuses with a message that helps nobody.
    if (!sound) {
        throw RecordsError(Kind::File, file,
                           "what was learned of '" + learned.candidate + "' in context '" +
                               learned.context + "' has invalid figures; nothing is saved");
    }
}

// Rolls back everything that was not committed.
class Transaction final {
public:
    // IMMEDIATE: the lock to write is taken at once, so that two programs do not both read and
    // then wait for each other.
    explicit Transaction(Database& database, const char* begin = "BEGIN IMMEDIATE")
        : database_(database) {
        database_.run(begin);
    }
    ~Transaction() {
        if (!done_) {
            try {
                database_.run("ROLLBACK");
            } catch (const DatabaseError&) {
                // The failed statement has rolled it back already.
            }
        }
    }
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    void commit() {
        database_.run("COMMIT");
        done_ = true;
    }

private:
    Database& database_;
    bool done_ = false;
};

}  // namespace

StoreFile::StoreFile(const std::filesystem::path& file, Missing missing) : file_(file) {
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    const bool exists = std::filesystem::exists(status);
    if (!exists && missing == Missing::Refuse) {
        throw RecordsError(Kind::File, file, "there is no such tuning store");
    }
    if (exists && !std::filesystem::is_regular_file(status)) {
        throw RecordsError(Kind::File, file, "it is not a regular file; name one for the store");
    }
    guarded(file_, [&] {
        database_.emplace(file, Database::Mode::Share);
        prepare(missing);
    });
}

void StoreFile::prepare(Missing missing) {
    Database& database = *database_;
    // By its size: SQLite also takes a file of one byte, or with an overwritten first page, for an
    // empty database.
    std::error_code error;
    if (std::filesystem::file_size(file_, error) == 0 || error) {
        // A reader leaves an empty file as it is.
        if (missing == Missing::Refuse) {
            throw RecordsError(
                Kind::Damaged, file_,
                "it is empty, and not a tuning store; a run with optimizer.Store creates "
                "one of it");
        }
        create();
        return;
    }
    if (database.number("PRAGMA application_id") != kApplicationId) {
        throw RecordsError(Kind::WrongKind, file_, "this is not a tuning store; name another file");
    }
    const std::int64_t version = database.number("PRAGMA user_version");
    if (version > kStoreVersion) {
        throw RecordsError(Kind::Newer, file_,
                           "the tuning store has version " + std::to_string(version) +
                               ", and this Gantry knows up to " + std::to_string(kStoreVersion) +
                               "; use a newer Gantry, or another file");
    }
    if (version < 1) {
        throw DatabaseError(DatabaseError::Kind::Damaged, "it has no version");
    }
    Statement check = database.prepare("PRAGMA quick_check(1)");
    if (!check.next() || check.bytes(0) != "ok") {
        throw DatabaseError(DatabaseError::Kind::Damaged, std::string(check.bytes(0)));
    }
}

void StoreFile::create() {
    Database& database = *database_;
    Transaction transaction(database);
    // Another program may have created the table meanwhile.
    if (database.number("SELECT count(*) FROM sqlite_schema") == 0) {
        database.run(kSchema);
        database.run("PRAGMA application_id = " + std::to_string(kApplicationId));
        writeChecksum();
    }
    transaction.commit();
}

bool StoreFile::hasChecksum() {
    return guarded(file_, [&] { return database_->number("PRAGMA user_version") > 1; });
}

void StoreFile::checkRows() {
    Database& database = *database_;
    const bool known = database.number("PRAGMA user_version") > 1;
    const bool stored =
        database.number("SELECT count(*) FROM sqlite_schema WHERE name = 'checksum'") > 0;
    if (!known && !stored) {
        return;
    }
    const TableChecksum found = gantry::base::checksumOf(database, "learned", kKey);
    bool same = false;
    if (known && stored) {
        Statement sum = database.prepare("SELECT rows, digest FROM checksum");
        same = sum.next() && found.isTable && sum.whole(0) == found.rows &&
               sum.bytes(1) == found.digest && !sum.next();
    }
    if (!same) {
        throw DatabaseError(DatabaseError::Kind::Damaged,
                            "its rows do not match its checksum, or another program changed it");
    }
}

// Within a transaction that wrote.
void StoreFile::writeChecksum() {
    Database& database = *database_;
    if (database.number("SELECT count(*) FROM sqlite_schema WHERE name = 'checksum'") == 0) {
        database.run(kChecksumSchema);
        database.run("PRAGMA user_version = " + std::to_string(kStoreVersion));
    }
    const TableChecksum sum = gantry::base::checksumOf(database, "learned", kKey);
    database.run("DELETE FROM checksum");
    database.prepare("INSERT INTO checksum VALUES (?, ?)")
        .insert(sum.rows, std::string_view(sum.digest));
}

std::vector<StoredRow> StoreFile::rows(const StoreFilter& filter, double now) {
    return guarded(file_, [&] {
        Transaction transaction(*database_, "BEGIN");
        checkRows();
        Statement statement = database_->prepare(
            std::string("SELECT machine, port, context, candidate, version, calls, cost, spread, "
                        "bound, failures, features, learned_at FROM learned") +
            kWhere + " ORDER BY machine, port, context, cost = 0, cost, candidate");
        bind(statement, filter);
        std::vector<StoredRow> rows;
        while (statement.next()) {
            rows.push_back(rowOf(statement, now));
        }
        return rows;
    });
}

void StoreFile::save(const std::string& machine, const std::string& port,
                     const std::vector<tuning::Learned>& learned, double now) {
    for (const tuning::Learned& each : learned) {
        checkSound(file_, each);
    }
    guarded(file_, [&] {
        Transaction transaction(*database_);
        checkRows();
        {
            Statement insert = database_->prepare(
                "INSERT OR REPLACE INTO learned VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
            for (const tuning::Learned& each : learned) {
                const std::string features = featuresText(each);
                insert.insert(std::string_view(machine), std::string_view(port),
                              std::string_view(each.context), std::string_view(each.candidate),
                              std::string_view(each.componentVersion), each.calls, each.cost,
                              each.spread, each.bound, each.failures, std::string_view(features),
                              now - each.age);
            }
        }
        writeChecksum();
        transaction.commit();
    });
}

std::int64_t StoreFile::forget(const StoreFilter& filter) {
    return guarded(file_, [&] {
        Transaction transaction(*database_);
        checkRows();
        std::int64_t rows = 0;
        {
            Statement statement = database_->prepare(std::string("DELETE FROM learned") + kWhere);
            bind(statement, filter);
            statement.runToEnd();
            rows = database_->number("SELECT changes()");
        }
        writeChecksum();
        transaction.commit();
        return rows;
    });
}

}  // namespace records
