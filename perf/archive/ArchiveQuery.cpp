#include <base/sqlite/Database.hpp>
#include <perf/archive/Archive.hpp>
#include <perf/archive/ArchiveQuery.hpp>
#include <perf/model/Overhead.hpp>

#include "NetValues.hpp"
#include "OpenArchive.hpp"

namespace gantry::perf {

namespace {

// What there is to ask for.
std::string namesIn(base::Database& database, const std::string& type) {
    base::Statement names = database.prepare(
        "SELECT group_concat(name, ', ') FROM (SELECT name FROM "
        "sqlite_schema WHERE type = '" +
        type + "' ORDER BY name)");
    return names.next() ? std::string(names.bytes(0)) : "";
}

[[noreturn]] void failOnQuery(base::Database& database, const std::filesystem::path& path,
                              const base::DatabaseError& error) {
    if (error.kind() == base::DatabaseError::Kind::Memory) {
        throw ArchiveError(ArchiveError::Kind::File, path,
                           "not enough memory for the result; query less at once");
    }
    std::string hint;
    try {
        hint = "\nviews:  " + namesIn(database, "view") +
               "\ntables: " + namesIn(database, "table") +
               "\n`PRAGMA table_info(flat)` lists the columns of one";
    } catch (const base::DatabaseError&) {
        // Not even the schema can be read: it is the file, not the query.
        failOnArchive(path, error);
    }
    throw QueryError(path.string() + ": " + error.what() + hint);
}

ArchiveValue valueOf(const base::Statement& row, int column) {
    switch (row.type(column)) {
        case base::Statement::Type::Whole:
            return row.whole(column);
        case base::Statement::Type::Real:
            return row.real(column);
        case base::Statement::Type::Text:
        case base::Statement::Type::Blob:
            return std::string(row.bytes(column));
        case base::Statement::Type::Null:
            break;
    }
    return {};
}

}  // namespace

struct ArchiveQuery::Running {
    base::Database database;
    base::Statement statement;
};

ArchiveQuery::ArchiveQuery(const std::filesystem::path& path, const std::string& sql, Values values)
    : path_(path) {
    base::Database database = openArchive(path);
    try {
        if (values == Values::Compensated && asksForValues(sql)) {
            Profile profile = readArchive(path);
            if (profile.probeOverhead && !isCompensated(profile)) {
                net_ = std::make_unique<const Profile>(compensated(profile));
                shadowValues(database, *net_);
            }
        }
        // After opening and checking, which need pragmas that a query may not use.
        database.allowReadingOnly();
        base::Statement statement = database.prepare(sql);
        for (int column = 0; column < statement.columns(); ++column) {
            columns_.push_back(statement.columnName(column));
        }
        running_ = std::make_unique<Running>(Running{std::move(database), std::move(statement)});
    } catch (const base::DatabaseError& error) {
        failOnQuery(database, path, error);
    }
}

ArchiveQuery::~ArchiveQuery() = default;

bool ArchiveQuery::next(std::vector<ArchiveValue>& row) {
    try {
        if (!running_->statement.next()) {
            return false;
        }
        row.clear();
        for (int column = 0; column < running_->statement.columns(); ++column) {
            row.push_back(valueOf(running_->statement, column));
        }
        return true;
    } catch (const base::DatabaseError& error) {
        if (error.kind() == base::DatabaseError::Kind::Damaged ||
            error.kind() == base::DatabaseError::Kind::System) {
            failOnArchive(path_, error);
        }
        failOnQuery(running_->database, path_, error);
    }
}

}  // namespace gantry::perf
