#pragma once

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

/// SQLite behind two classes; Database.cpp is the only file that includes its header.
namespace gantry::base {

/// An error of SQLite, with its message. For kind System the message is the reason of the
/// operating system, where SQLite kept it.
class DatabaseError final : public std::runtime_error {
public:
    /// By what a caller can do about it, not by SQLite's numbers.
    enum class Kind {
        Statement,  ///< the SQL is wrong or not allowed
        Damaged,    ///< the file is not a complete database
        Memory,     ///< it is exhausted, or a damaged file asks for more than can exist
        System,     ///< the operating system refused
        Locked,     ///< another connection holds it
    };

    /// What is one line without the name of the file, which the caller knows and adds.
    DatabaseError(Kind kind, const std::string& what) : std::runtime_error(what), kind_(kind) {}

    /// By which a caller chooses its own error.
    [[nodiscard]] Kind kind() const noexcept { return kind_; }

private:
    Kind kind_;
};

/// One prepared statement. Columns and parameters are counted from 0. Must not outlive its
/// database. For the thread of its database. Throws DatabaseError. Movable; finalized at its end.
/// Preparing costs the parsing of the SQL, so one that is used often is kept.
///
///     Statement rows = database.prepare("SELECT name, calls FROM flat");
///     while (rows.next()) { use(rows.bytes(0), rows.whole(1)); }
class Statement final {
public:
    /// The five types of SQLite's values.
    enum class Type { Null, Whole, Real, Text, Blob };

    /// Binds the values in order, runs the statement to its end, and makes it ready for the next
    /// ones. A string is bound as text where it is UTF-8 without a NUL byte, else as a blob. The
    /// number of values is that of the parameters of the statement.
    template <class... Values>
    void insert(const Values&... values) {
        int place = 0;
        (bind(place++, values), ...);
        runToEnd();
    }

    /// Sets one parameter. A text is not copied: it must stay as it is until the statement has run.
    void bind(int place, std::string_view text);
    /// A NaN becomes NULL.
    void bind(int place, double value);
    /// NULL, which a parameter also is that was never bound.
    void bind(int place, std::nullptr_t);
    /// As it is: SQLite's whole numbers have 64 bits and a sign.
    void bind(int place, std::int64_t value);
    /// Every other whole number; one above the largest std::int64_t wraps around.
    template <std::integral Whole>
    void bind(int place, Whole value) {
        bind(place, static_cast<std::int64_t>(value));
    }

    /// Goes to the next row; false after the last one.
    bool next();
    /// Runs the statement, ignores rows, and makes it ready for new values; those bound before
    /// stay.
    void runToEnd();

    /// How many columns each row of the result has; 0 for a statement that returns no rows.
    [[nodiscard]] int columns() const;
    /// As the statement names it; a copy.
    [[nodiscard]] std::string columnName(int column) const;
    /// The type of a value of the current row as SQLite stores it.
    [[nodiscard]] Type type(int column) const;
    /// The values of the row, valid up to the next one, converted where they have another type. 0
    /// for NULL and for what is not a number, as SQLite converts.
    [[nodiscard]] std::int64_t whole(int column) const;
    [[nodiscard]] double real(int column) const;
    /// Of a text or a blob; empty for NULL. Refers to memory of SQLite.
    [[nodiscard]] std::string_view bytes(int column) const;

private:
    friend class Database;
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const noexcept;
    };

    Statement(sqlite3* database, sqlite3_stmt* statement)
        : database_(database), statement_(statement) {}

    // For messages of errors only.
    sqlite3* database_;
    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

/// One open database file. For one thread: SQLite's own locks are off. Throws DatabaseError. Its
/// statements are destroyed before it.
class Database final {
public:
    /// How a file is opened decides about locks and trust; it does not change later.
    enum class Mode {
        Write,  ///< an existing empty file of this process alone; no journal, no locks
        Read,   ///< a file that does not change; no locks, no other files, untrusted
        /// A file that several programs change: created where there is none, with a journal and
        /// locks (waits up to a second for one); untrusted.
        Share,
    };

    /// Opens the file. The path may have any bytes.
    Database(const std::filesystem::path& path, Mode mode);

    /// Runs statements that return no rows.
    void run(const std::string& statements);
    /// Prepares one statement; refuses text after it.
    Statement prepare(std::string_view sql);
    /// From now on refuses every statement that does more than read. By SQLite's authorizer, which
    /// also refuses ATTACH and every pragma but those that describe tables; functions are allowed.
    void allowReadingOnly();
    /// The number that a pragma or another statement gives in its first row and column; 0 where
    /// there is none.
    std::int64_t number(std::string_view sql);

    /// Whether SQLite can allocate so much memory at once. Allocates and frees it.
    static bool hasMemoryFor(std::uint64_t bytes) noexcept;

private:
    struct Close {
        void operator()(sqlite3* database) const noexcept;
    };
    std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace gantry::base
