#include <base/sqlite/Database.hpp>
#include <base/text/Hex.hpp>
#include <base/text/Utf8.hpp>

#include <sqlite3.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <system_error>

namespace gantry::base {

namespace {

// The low byte is the primary code, the rest says more: a read beyond the end of the file is an
// error of input and output for SQLite, but for us a file that was cut.
DatabaseError::Kind kindOf(int code) {
    switch (code & 0xff) {
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
        case SQLITE_FORMAT:
        case SQLITE_SCHEMA:
            return DatabaseError::Kind::Damaged;
        case SQLITE_NOMEM:
            return DatabaseError::Kind::Memory;
        case SQLITE_IOERR:
            return code == SQLITE_IOERR_SHORT_READ ? DatabaseError::Kind::Damaged
                                                   : DatabaseError::Kind::System;
        case SQLITE_CANTOPEN:
        case SQLITE_FULL:
        case SQLITE_PERM:
        case SQLITE_READONLY:
            return DatabaseError::Kind::System;
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return DatabaseError::Kind::Locked;
        default:
            return DatabaseError::Kind::Statement;
    }
}

// The error number of the system, which SQLite keeps apart from its own code; 0 where there is
// none.
int systemReason(sqlite3* database) {
    int reason = sqlite3_system_errno(database);
    if (reason == 0) {
        sqlite3_file_control(database, "main", SQLITE_FCNTL_LAST_ERRNO, &reason);
    }
    return reason;
}

// The message is taken at once: the next call on the connection replaces it.
[[noreturn]] void fail(sqlite3* database, int code) {
    if (!database) {
        throw DatabaseError(kindOf(code), sqlite3_errstr(code));
    }
    const int extended = sqlite3_extended_errcode(database);
    const DatabaseError::Kind kind = kindOf(extended);
    std::string what = sqlite3_errmsg(database);
    if ((extended & 0xff) == SQLITE_AUTH) {
        what = "only reading is allowed (SELECT, VALUES, PRAGMA table_info)";
    } else if (const int reason = systemReason(database);
               kind == DatabaseError::Kind::System && reason != 0) {
        what = std::generic_category().message(reason);
    }
    throw DatabaseError(kind, what);
}

// A file name as a URI in which no byte has a meaning of its own.
std::string uriOf(const std::filesystem::path& path) {
    constexpr std::string_view kPlain =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    std::error_code error;
    const std::filesystem::path whole = std::filesystem::absolute(path, error);
    std::string uri = error ? "file:" : "file://";
    for (const char byte : (error ? path : whole).string()) {
        if (kPlain.find(byte) != std::string_view::npos) {
            uri += byte;
        } else {
            uri += '%' + toHex(std::string_view(&byte, 1));
        }
    }
    return uri;
}

// Pragmas that only describe; others change settings, some of them persistently.
bool isReadingPragma(const char* name) {
    constexpr std::array<std::string_view, 4> kReading{"table_info", "table_xinfo", "table_list",
                                                       "foreign_key_list"};
    for (const std::string_view reading : kReading) {
        if (name && sqlite3_stricmp(name, reading.data()) == 0) {
            return true;
        }
    }
    return false;
}

// SQLite asks it while a statement is compiled, for each thing the statement would do: a list of
// what is allowed, so that a newer SQLite with further actions does not allow more.
// NOLINTNEXTLINE(readability-function-size): the parameters are those that SQLite passes
int readingOnly(void*, int action, const char* first, const char*, const char*, const char*) {
    switch (action) {
        case SQLITE_SELECT:
        case SQLITE_READ:
        case SQLITE_FUNCTION:
        case SQLITE_RECURSIVE:
            return SQLITE_OK;
        case SQLITE_PRAGMA:
            return isReadingPragma(first) ? SQLITE_OK : SQLITE_DENY;
        default:
            return SQLITE_DENY;
    }
}

// How long a shared file is waited for.
constexpr int kMostWaitMs = 1000;

// nolock and immutable save system calls for each access, and work on file systems without locks;
// both are safe only as the modes promise that nobody else writes.
const char* optionsOf(Database::Mode mode) {
    switch (mode) {
        case Database::Mode::Write:
            return "?mode=rw&nolock=1";
        case Database::Mode::Read:
            return "?mode=ro&immutable=1";
        case Database::Mode::Share:
            break;
    }
    return "?mode=rwc";
}

bool isText(std::string_view bytes) {
    return bytes.find('\0') == std::string_view::npos && isUtf8(bytes);
}

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const noexcept {
    sqlite3_finalize(statement);
}

void Statement::bind(int place, std::string_view text) {
    const auto size = static_cast<sqlite3_uint64>(text.size());
    // An empty view may have no address, and that would be NULL.
    const char* data = text.empty() ? "" : text.data();
    const int code =
        isText(text) ? sqlite3_bind_text64(statement_.get(), place + 1, data, size, SQLITE_STATIC,
                                           SQLITE_UTF8)
                     : sqlite3_bind_blob64(statement_.get(), place + 1, data, size, SQLITE_STATIC);
    if (code != SQLITE_OK) {
        fail(database_, code);
    }
}

void Statement::bind(int place, double value) {
    if (const int code = sqlite3_bind_double(statement_.get(), place + 1, value);
        code != SQLITE_OK) {
        fail(database_, code);
    }
}

void Statement::bind(int place, std::nullptr_t) {
    if (const int code = sqlite3_bind_null(statement_.get(), place + 1); code != SQLITE_OK) {
        fail(database_, code);
    }
}

void Statement::bind(int place, std::int64_t value) {
    if (const int code = sqlite3_bind_int64(statement_.get(), place + 1, value);
        code != SQLITE_OK) {
        fail(database_, code);
    }
}

bool Statement::next() {
    const int code = sqlite3_step(statement_.get());
    if (code != SQLITE_ROW && code != SQLITE_DONE) {
        fail(database_, code);
    }
    return code == SQLITE_ROW;
}

void Statement::runToEnd() {
    while (next()) {
    }
    if (const int code = sqlite3_reset(statement_.get()); code != SQLITE_OK) {
        fail(database_, code);
    }
}

int Statement::columns() const {
    return sqlite3_column_count(statement_.get());
}

std::string Statement::columnName(int column) const {
    const char* name = sqlite3_column_name(statement_.get(), column);
    return name ? name : "";
}

Statement::Type Statement::type(int column) const {
    switch (sqlite3_column_type(statement_.get(), column)) {
        case SQLITE_INTEGER:
            return Type::Whole;
        case SQLITE_FLOAT:
            return Type::Real;
        case SQLITE_TEXT:
            return Type::Text;
        case SQLITE_BLOB:
            return Type::Blob;
        default:
            return Type::Null;
    }
}

std::int64_t Statement::whole(int column) const {
    return sqlite3_column_int64(statement_.get(), column);
}

double Statement::real(int column) const {
    return sqlite3_column_double(statement_.get(), column);
}

std::string_view Statement::bytes(int column) const {
    // In this order, as SQLite's documentation asks for: asking for the bytes first could convert
    // the value a second time.
    const void* data = sqlite3_column_blob(statement_.get(), column);
    const int size = sqlite3_column_bytes(statement_.get(), column);
    return data ? std::string_view(static_cast<const char*>(data), static_cast<std::size_t>(size))
                : std::string_view();
}

void Database::Close::operator()(sqlite3* database) const noexcept {
    sqlite3_close(database);
}

Database::Database(const std::filesystem::path& path, Mode mode) {
    const std::string uri = uriOf(path) + optionsOf(mode);
    const int access = mode == Mode::Read    ? SQLITE_OPEN_READONLY
                       : mode == Mode::Write ? SQLITE_OPEN_READWRITE
                                             : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    const int flags = access | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE;
    sqlite3* opened = nullptr;
    const int code = sqlite3_open_v2(uri.c_str(), &opened, flags, nullptr);
    // Owned before the check: SQLite gives a handle for a failed opening as well, which holds the
    // reason and must be closed.
    database_.reset(opened);
    if (code != SQLITE_OK) {
        fail(opened, code);
    }
    sqlite3_extended_result_codes(opened, 1);
    if (mode == Mode::Share) {
        sqlite3_busy_timeout(opened, kMostWaitMs);
    }
    if (mode == Mode::Write) {
        // Nobody has the file yet, and it gets its name only when it is whole (AtomicFile): a crash
        // loses a draft, and no journal is needed.
        run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY;");
    } else {
        // The schema of a foreign file is code: views and triggers of it may not call functions
        // with side effects, and no SQL may write to the tables that describe the schema.
        sqlite3_db_config(opened, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
        sqlite3_db_config(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
        run("PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY;");
    }
}

void Database::run(const std::string& statements) {
    if (const int code =
            sqlite3_exec(database_.get(), statements.c_str(), nullptr, nullptr, nullptr);
        code != SQLITE_OK) {
        fail(database_.get(), code);
    }
}

Statement Database::prepare(std::string_view sql) {
    const std::string text(sql);
    if (text.size() != std::strlen(text.c_str())) {
        throw DatabaseError(DatabaseError::Kind::Statement, "a NUL byte in the statement");
    }
    sqlite3_stmt* prepared = nullptr;
    const char* rest = nullptr;
    const int code = sqlite3_prepare_v2(database_.get(), text.c_str(), -1, &prepared, &rest);
    Statement statement(database_.get(), prepared);
    if (code != SQLITE_OK) {
        fail(database_.get(), code);
    }
    if (!prepared) {
        throw DatabaseError(DatabaseError::Kind::Statement, "it contains no statement");
    }
    sqlite3_stmt* another = nullptr;
    sqlite3_prepare_v2(database_.get(), rest, -1, &another, nullptr);
    const bool single = another == nullptr && sqlite3_errcode(database_.get()) == SQLITE_OK;
    sqlite3_finalize(another);
    if (!single) {
        throw DatabaseError(DatabaseError::Kind::Statement,
                            "it contains more than one statement; run one at a time");
    }
    return statement;
}

void Database::allowReadingOnly() {
    sqlite3_set_authorizer(database_.get(), readingOnly, nullptr);
}

bool Database::hasMemoryFor(std::uint64_t bytes) noexcept {
    void* const memory = sqlite3_malloc64(bytes);
    sqlite3_free(memory);
    return memory != nullptr;
}

std::int64_t Database::number(std::string_view sql) {
    Statement statement = prepare(sql);
    return statement.next() ? statement.whole(0) : 0;
}

}  // namespace gantry::base
