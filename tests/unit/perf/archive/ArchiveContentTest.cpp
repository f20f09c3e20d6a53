#include <base/sqlite/Database.hpp>
#include <perf/archive/Archive.hpp>
#include <perf/model/ReduceOverRanks.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "Contents.hpp"
#include "ProfileSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;
namespace fs = std::filesystem;

namespace {

// What reading says of an archive that someone changed by SQL and gave new checksums.
std::string readingAfter(const std::string& statements) {
    const TestFolder folder;
    const fs::path path = folder.path / "run.gantry";
    Profile profile = fullProfile();
    profile.probeOverhead = ProbeOverhead{{19.25, 800.5}, {9.5, 0}};
    profile.events[0].quantiles.add(7);
    profile.events[0].quantiles.add(1000);
    profile.events[0].quantiles.add(-7);
    profile.ranks = reduceOverRanks({profile, profile});
    writeArchive(path, profile);
    {
        gantry::base::Database database(path, gantry::base::Database::Mode::Write);
        database.run(statements);
        database.run("DROP TABLE checksum");
        writeChecksums(database);
    }
    try {
        return readArchive(path) == profile ? "the same" : "another profile";
    } catch (const ArchiveError& error) {
        CHECK(error.kind() == ArchiveError::Kind::Damaged);
        std::string what = error.what();
        const std::string head = path.string() + ": ";
        const std::string tail = "; take another copy of the file";
        CHECK(what.rfind(head, 0) == 0);
        what.erase(0, head.size());
        return what.substr(0, what.find(tail));
    }
}

// The views of a file as they stand in it, with the statements that make them.
std::map<std::string, std::string> viewsIn(gantry::base::Database& database) {
    std::map<std::string, std::string> views;
    gantry::base::Statement rows = database.prepare(
        "SELECT name, tbl_name || '|' || rootpage || '|' || sql FROM sqlite_schema WHERE type = "
        "'view'");
    while (rows.next()) {
        views.emplace(rows.bytes(0), rows.bytes(1));
    }
    return views;
}

}  // namespace

TEST_SUITE_BEGIN("perf.archive.ArchiveContent");

TEST_CASE("views are in the file as SQLite itself would store them, and can be queried") {
    const TestFolder folder;
    const fs::path path = folder.path / "run.gantry";
    writeArchive(path, fullProfile());
    gantry::base::Database database(path, gantry::base::Database::Mode::Write);
    const auto views = viewsIn(database);
    CHECK(views.size() >= 10);
    for (const auto& [eachName, view] : views) {
        const auto& name = eachName;
        CAPTURE(name);
        CHECK_NOTHROW(database.number("SELECT count(*) FROM " + name));
        const std::string statement = view.substr(view.find("CREATE VIEW"));
        database.run("DROP VIEW " + name);
        database.run(statement);
    }
    CHECK(viewsIn(database) == views);
    CHECK(database.number("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = "
                          "'ok'") == 1);
}

TEST_CASE("an archive of version 1 has other names for the probe overhead") {
    CHECK(readingAfter("ALTER TABLE metric RENAME COLUMN probe_overhead TO pair_cost; "
                       "ALTER TABLE metric RENAME COLUMN probe_overhead_inside TO "
                       "pair_cost_inside; PRAGMA user_version = 1") == "the same");
}

TEST_CASE("an archive that notes no processes is read without them") {
    const TestFolder folder;
    const fs::path path = folder.path / "run.gantry";
    Profile profile = fullProfile();
    writeArchive(path, profile);
    {
        gantry::base::Database database(path, gantry::base::Database::Mode::Write);
        // As an earlier Gantry wrote it: the view shows what it does not have.
        database.run("DROP VIEW by_thread");
        database.run("CREATE TABLE kept AS SELECT id, position, name, ended, cpu_ns FROM thread");
        database.run("DROP TABLE thread");
        database.run(
            "CREATE TABLE thread (id INTEGER PRIMARY KEY, position INTEGER NOT NULL, "
            "name TEXT NOT NULL, ended INTEGER NOT NULL, cpu_ns INTEGER NOT NULL)");
        database.run("INSERT INTO thread SELECT * FROM kept");
        database.run("DROP TABLE kept");
        database.run("DROP TABLE process");
        database.run("DROP TABLE checksum");
        writeChecksums(database);
    }

    profile.processes.clear();
    for (ThreadProfile& thread : profile.threads) {
        thread.process = -1;
        thread.role = ThreadRole::Unknown;
    }
    CHECK(readArchive(path) == profile);
}

TEST_CASE("a change that keeps the content reads the same") {
    CHECK(readingAfter("SELECT 1") == "the same");
    CHECK(readingAfter("CREATE TABLE mine (a, b); INSERT INTO mine VALUES (1, 2)") == "the same");
    CHECK(readingAfter("UPDATE node SET id = id * 10; UPDATE value SET node_id = node_id * 10") ==
          "the same");
    CHECK(readingAfter("UPDATE name SET id = id + 100; UPDATE timer SET name_id = name_id + 100, "
                       "type_id = type_id + 100, group_id = group_id + 100; UPDATE rank_timer SET "
                       "name_id = name_id + 100, type_id = type_id + 100, group_id = group_id + "
                       "100; UPDATE event SET name_id = name_id + 100, path_id = path_id + 100; "
                       "UPDATE misuse SET name_id = name_id + 100, other_id = other_id + 100") ==
          "the same");
}

TEST_CASE("references that lead nowhere are named with their table and column") {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"UPDATE timer SET name_id = 99 WHERE id = 1",
         "table 'timer', column 'name_id': expected the id of a name"},
        {"UPDATE event SET path_id = -1",
         "table 'event', column 'path_id': expected the id of a name"},
        {"UPDATE thread SET role = 'boss'",
         "table 'thread', column 'role': expected main, worker, library or unknown"},
        {"UPDATE thread SET process_id = 9 WHERE process_id = 1",
         "the profile contradicts itself: thread 0: there is no process 9"},
        {"UPDATE process SET id = 9 WHERE id = 1",
         "table 'process', column 'id': expected numbers from 0 without a gap"},
        {"UPDATE event_bucket SET event_id = 9",
         "table 'event_bucket', column 'event_id': expected the id of an event"},
        {"UPDATE misuse SET other_id = 99",
         "table 'misuse', column 'other_id': expected the id of a name"},
        {"UPDATE node SET thread_id = 9 WHERE id = 0",
         "table 'node', column 'thread_id': expected the id of a thread"},
        {"UPDATE node SET path_id = 9 WHERE id = 0",
         "table 'node', column 'path_id': expected the id of a call path, once in each thread"},
        {"UPDATE node SET path_id = 0",
         "table 'node', column 'path_id': expected the id of a call path, once in each thread"},
        {"UPDATE node SET path_id = 3 - path_id WHERE path_id > 0",
         "table 'node', column 'path_id': expected a call path below a later one"},
        {"UPDATE call_path SET parent_id = 2 WHERE id = 1",
         "table 'node', column 'path_id': expected a call path below a later one"},
        {"DELETE FROM value WHERE node_id = 2 AND metric_id = 1",
         "table 'node', column 'id': expected one row of 'value' for each metric"},
        {"INSERT INTO value VALUES (9, 0, 1, 1)",
         "table 'value', column 'node_id': expected the id of a node"},
        {"UPDATE value SET metric_id = 7 WHERE metric_id = 1",
         "table 'value', column 'metric_id': expected the id of a metric"},
        {"UPDATE rank_value SET rank_timer_id = 9",
         "table 'rank_value', column 'rank_timer_id': expected the id of a timer over ranks"},
        {"UPDATE rank_value SET metric_id = 2 WHERE metric_id = 1",
         "table 'rank_value', column 'metric_id': expected the id of a metric"},
        {"UPDATE call_path SET timer_id = 3 WHERE id = 2",
         "the profile contradicts itself: thread 0, call path 2: there is no timer 3"},
        {"UPDATE timer SET base_id = 2 WHERE id = 2",
         "the profile contradicts itself: timer 2: its base is not a timer"},
        {"UPDATE timer SET id = 9 WHERE id = 2",
         "the profile contradicts itself: timer 2: its id is 9"},
        {"UPDATE rank_value SET max_rank = 2",
         "the profile contradicts itself: timer 0 over ranks: there is no such rank"}};
    for (const auto& [eachChange, expected] : cases) {
        const auto& change = eachChange;
        INFO(change);
        CHECK(readingAfter(change) == expected);
    }
}

TEST_CASE("values of another type or out of range are named") {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"UPDATE node SET calls = 'many'",
         "table 'node', column 'calls': expected a whole number in range"},
        {"UPDATE node SET calls = -1",
         "table 'node', column 'calls': expected a whole number in range"},
        {"UPDATE node SET calls = 1.5",
         "table 'node', column 'calls': expected a whole number in range"},
        {"UPDATE thread SET id = 5000000000 WHERE id = 1; DELETE FROM misuse",
         "table 'thread', column 'id': expected a whole number in range"},
        {"UPDATE thread SET ended = 2 WHERE id = 1",
         "table 'thread', column 'ended': expected 0 or 1"},
        {"UPDATE run SET cores = -1",
         "table 'run', column 'cores': expected a whole number in range"},
        {"UPDATE run SET created = 7.5; UPDATE run SET host = x''", "another profile"},
        {"UPDATE event SET mean = 'high'", "table 'event', column 'mean': expected a real number"},
        {"UPDATE timer SET throttled = 2", "table 'timer', column 'throttled': expected 0 or 1"},
        {"UPDATE event_bucket SET negative = 'no'",
         "table 'event_bucket', column 'negative': expected a whole number in range"},
        {"UPDATE event_bucket SET count = 0",
         "the profile contradicts itself: the quantiles of an event are out of order or out of "
         "range"},
        {"UPDATE event_bucket SET bucket = 71643 WHERE id = 1",
         "the profile contradicts itself: the quantiles of an event are out of order or out of "
         "range"},
        {"UPDATE event_bucket SET bucket = 0 WHERE id = 1",
         "the profile contradicts itself: the quantiles of an event are out of order or out of "
         "range"},
        {"UPDATE event SET zeros = -1",
         "table 'event', column 'zeros': expected a whole number in range"},
        {"UPDATE metric SET probe_overhead = 'much'",
         "table 'metric', column 'probe_overhead': expected a real number"},
        {"UPDATE metric SET probe_overhead_inside = NULL WHERE id = 1",
         "the profile contradicts itself: the measurement overhead is not a number from 0 to 2^56"},
        {"UPDATE metric SET probe_overhead = -1.0",
         "the profile contradicts itself: the measurement overhead is not a number from 0 to 2^56"},
        {"UPDATE timer SET kind = 'tmier'",
         "table 'timer', column 'kind': expected timer, phase or parameter"},
        {"UPDATE misuse SET kind = 'none'",
         "table 'misuse', column 'kind': expected a kind of misuse"},
        {"UPDATE rank_value SET figure = 'sum'",
         "table 'rank_value', column 'figure': expected calls, inclusive or exclusive"},
        {"DELETE FROM run", "table 'run', column 'created': expected one row"},
        {"DELETE FROM metric", "table 'metric', column 'name': expected 1 to 16 rows"},
        {"UPDATE value SET inclusive = 1 << 60",
         "the profile contradicts itself: thread 0, call path 0: the value 1152921504606846976 is "
         "out of range"},
        {"UPDATE run SET ranks = 0", "the profile contradicts itself: values over no ranks"}};
    for (const auto& [eachChange, expected] : cases) {
        const auto& change = eachChange;
        INFO(change);
        CHECK(readingAfter(change) == expected);
    }
}

TEST_CASE("a table that is missing, or is a view, is refused") {
    CHECK(readingAfter("DROP TABLE change").rfind("the table 'change' is missing", 0) == 0);
    CHECK(readingAfter("ALTER TABLE change RENAME TO old; CREATE VIEW change AS SELECT * FROM old")
              .rfind("the table 'change' is missing", 0) == 0);
}

TEST_CASE("calls that were not timed come back equal, and only then have tables") {
    const TestFolder folder;
    Profile profile = fullProfile();
    profile.probeOverhead = ProbeOverhead{{20, 1}, {8, 0}, {4, 1}};
    profile.threads[0].nodes[1].untimed = 1;
    profile.threads[0].nodes[1].error = {5, 6};
    const auto tables = [&](const Profile& content) {
        const fs::path path = folder.path / "run.gantry";
        writeArchive(path, content);
        std::ifstream file(path, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(file), {}).find("TABLE sampl") !=
               std::string::npos;
    };

    CHECK(tables(profile));
    CHECK(readArchive(folder.path / "run.gantry") == profile);
    CHECK_FALSE(tables(fullProfile()));
    profile.threads[0].nodes[1].untimed = 3;
    CHECK_THROWS_WITH(writeArchive(folder.path / "wrong.gantry", profile),
                      doctest::Contains("untimed calls"));
}

TEST_SUITE_END();
