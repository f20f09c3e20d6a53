#include <base/files/TemporaryFolder.hpp>
#include <base/sqlite/Database.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

using namespace gantry::base;
namespace fs = std::filesystem;

namespace {

// The path of a file that does not exist yet.
struct Scratch {
    TemporaryFolder temporary{"sqlite"};
    fs::path folder = temporary.path();
    fs::path file = folder / "a %?#b";
};

template <class Work>
DatabaseError::Kind kindOf(Work work) {
    try {
        work();
    } catch (const DatabaseError& error) {
        return error.kind();
    }
    FAIL("nothing was refused");
    return {};
}

}  // namespace

TEST_SUITE_BEGIN("base.Database");

TEST_CASE("values come back as they were inserted") {
    const Scratch scratch;
    Database database(scratch.file, Database::Mode::Share);
    database.run("CREATE TABLE t (a, b, c, d, e)");
    database.prepare("INSERT INTO t VALUES (?, ?, ?, ?, ?)")
        .insert(42, 0.5, std::string("text"), std::string("\xff"), nullptr);

    Statement row = database.prepare("SELECT * FROM t");

    REQUIRE(row.next());
    CHECK(row.columns() == 5);
    CHECK(row.columnName(0) == "a");
    CHECK(row.whole(0) == 42);
    CHECK(row.real(1) == 0.5);
    CHECK(row.bytes(2) == "text");
    CHECK(row.type(3) == Statement::Type::Blob);
    CHECK(row.type(4) == Statement::Type::Null);
    CHECK_FALSE(row.next());
    CHECK(database.number("SELECT count(*) FROM t") == 1);
}

TEST_CASE("errors have their kind") {
    const Scratch scratch;
    std::ofstream(scratch.folder / "text") << std::string(4096, 'x');

    CHECK(kindOf([&] { Database(scratch.file, Database::Mode::Read); }) ==
          DatabaseError::Kind::System);
    CHECK(kindOf([&] {
              Database(scratch.folder / "text", Database::Mode::Read).number("SELECT 1 FROM t");
          }) == DatabaseError::Kind::Damaged);
    Database database(scratch.file, Database::Mode::Share);
    CHECK(kindOf([&] { database.run("SELEC"); }) == DatabaseError::Kind::Statement);
    CHECK(kindOf([&] { database.prepare("SELECT 1; SELECT 2"); }) ==
          DatabaseError::Kind::Statement);
    CHECK(kindOf([&] { database.prepare(" "); }) == DatabaseError::Kind::Statement);
    database.run("CREATE TABLE t (a)");
    database.allowReadingOnly();
    CHECK(kindOf([&] { database.run("DELETE FROM t"); }) == DatabaseError::Kind::Statement);
}

TEST_SUITE_END();
