#include <base/sqlite/Database.hpp>
#include <perf/archive/Archive.hpp>
#include <perf/archive/ArchiveQuery.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "Contents.hpp"
#include "ProfileSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;
namespace fs = std::filesystem;

namespace {

ArchivedDecision decision(std::int64_t timeNs, const std::string& candidate) {
    ArchivedDecision made;
    made.timeNs = timeNs;
    made.time = 1763802000.5;
    made.port = "driver.solve";
    made.request = 1;
    made.context = "poisson";
    made.candidate = candidate;
    made.reason = "first-try";
    made.status = "completed";
    made.cost = 0.5;
    made.seconds = 0.5;
    return made;
}

// A tuned run with two changes and two decisions.
History tunedHistory() {
    History history;
    history.changes = {
        {-5, "create", "app.rc:1", "driver", "", "", "", "instantiate demo.Driver driver", false},
        {2'000'000, "swap", "component tuner", "gate", "incumbent", "klu", "solver",
         "swap gate incumbent klu solver", true}};
    ArchivedDecision first = decision(1'000'000, "klu");
    first.text = "klu: no call has completed in this context yet";
    first.limit = 0.25;
    first.fallback = "cg";
    first.quality = 0.125;
    first.estimates = {{"cg", 4, 0.75, 0.5, 1.5, 0, 0},
                       {"klu", 0, 0, 0, std::numeric_limits<double>::infinity(), 0.25, 60}};
    ArchivedDecision second = decision(3'000'000, "klu");
    second.repeats = 250;
    second.context = std::string("\xff\x00", 2);
    history.decisions = {first, second};
    return history;
}

bool same(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

bool same(const ArchivedDecision& a, const ArchivedDecision& b) {
    return a.timeNs == b.timeNs && a.time == b.time && a.port == b.port && a.request == b.request &&
           a.repeats == b.repeats && a.context == b.context && a.candidate == b.candidate &&
           a.reason == b.reason && a.text == b.text && a.limit == b.limit &&
           a.fallback == b.fallback && a.status == b.status && a.cost == b.cost &&
           same(a.seconds, b.seconds) && same(a.quality, b.quality) && a.estimates == b.estimates;
}

// An archive of a tuned run.
struct Written {
    TestFolder folder;
    fs::path path = folder.path / "run.gantry";
    Profile profile = fullProfile();

    explicit Written(const History& history = tunedHistory()) {
        writeArchive(path, profile, {}, history);
    }

    // Changes it by SQL and gives it new checksums.
    void change(const std::string& statements) const {
        gantry::base::Database database(path, gantry::base::Database::Mode::Write);
        database.run(statements);
        database.run("DROP TABLE checksum");
        writeChecksums(database);
    }
    [[nodiscard]] std::string refusal() const {
        try {
            (void)readHistory(path);
            return "read";
        } catch (const ArchiveError& error) {
            CHECK(error.kind() == ArchiveError::Kind::Damaged);
            const std::string what = error.what();
            return what.substr(what.find(": ") + 2);
        }
    }
    [[nodiscard]] std::string firstValue(const std::string& sql) const {
        ArchiveQuery query(path, sql);
        std::vector<ArchiveValue> row;
        REQUIRE(query.next(row));
        const auto* text = std::get_if<std::string>(row.data());
        return text ? *text : std::to_string(std::get<std::int64_t>(row[0]));
    }
};

}  // namespace

TEST_SUITE_BEGIN("perf.archive.ArchiveHistory");

TEST_CASE("changes and decisions come back as they were written, and the profile with them") {
    const Written written;
    const History history = readHistory(written.path);
    const History expected = tunedHistory();
    CHECK(history.changes == expected.changes);
    REQUIRE(history.decisions.size() == 2);
    CHECK(same(history.decisions[0], expected.decisions[0]));
    CHECK(same(history.decisions[1], expected.decisions[1]));
    CHECK(readArchive(written.path) == written.profile);
}

TEST_CASE("an archive without a history has empty tables, which can be asked") {
    const Written written{History{}};
    CHECK(readHistory(written.path).changes.empty());
    CHECK(readHistory(written.path).decisions.empty());
    CHECK(written.firstValue("SELECT count(*) FROM decision, estimate, change") == "0");
}

TEST_CASE("what is not a finite number is NULL in the table and itself again when it is read") {
    History history;
    history.decisions = {decision(0, "a")};
    history.decisions[0].cost = std::numeric_limits<double>::infinity();
    const Written written(history);
    CHECK(written.firstValue("SELECT count(*) FROM decision WHERE cost IS NULL AND cost_limit IS "
                             "NULL AND quality IS NULL") == "1");
    const ArchivedDecision back = readHistory(written.path).decisions.at(0);
    CHECK(std::isinf(back.cost));
    CHECK(std::isinf(back.limit));
    CHECK(std::isnan(back.quality));
}

TEST_CASE("the view of decisions has what was believed of the one that was called") {
    const Written written;
    CHECK(written.firstValue("SELECT status FROM decisions WHERE expected = 0 AND high IS NULL") ==
          "completed");
    CHECK(written.firstValue("SELECT count(*) FROM decisions") == "2");
}

TEST_CASE("the view of the history has changes and decisions in the order of time") {
    const Written written;
    CHECK(written.firstValue("SELECT group_concat(what || ' ' || why || ' ' || port, '; ') FROM "
                             "history") ==
          "change create driver; decision first-try driver.solve; change swap gate.incumbent; "
          "decision first-try driver.solve");
}

TEST_CASE("an archive that an older Gantry wrote has no history, and is read") {
    const Written written{History{}};
    written.change(
        "DROP VIEW decisions; DROP VIEW history; DROP TABLE decision; DROP TABLE estimate; DROP "
        "TABLE change; CREATE TABLE change (id INTEGER PRIMARY KEY, time_ns INTEGER NOT NULL, "
        "action TEXT NOT NULL, cause TEXT NOT NULL, user TEXT NOT NULL, uses_port TEXT, provider "
        "TEXT, provides_port TEXT)");
    CHECK(readArchive(written.path) == written.profile);
    CHECK(readHistory(written.path).changes.empty());
    CHECK(readHistory(written.path).decisions.empty());

    written.change("INSERT INTO change VALUES (0, 7, 'connect', 'app.rc:2', 'a', 'b', 'c', 'd')");
    const std::vector<ArchivedChange> expected{
        {7, "connect", "app.rc:2", "a", "b", "c", "d", "", false}};
    CHECK(readHistory(written.path).changes == expected);
}

TEST_CASE("values of the history that cannot be are named with their table and column") {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"UPDATE change SET implied = 2", "table 'change', column 'implied': expected 0 or 1"},
        {"UPDATE change SET time_ns = 'soon'",
         "table 'change', column 'time_ns': expected a whole number in range"},
        {"UPDATE change SET action = 7; UPDATE change SET command = 1.5",
         ""},  // SQLite makes texts of them
        {"UPDATE decision SET request = -1",
         "table 'decision', column 'request': expected the number of a choice"},
        {"UPDATE decision SET repeats = 0",
         "table 'decision', column 'repeats': expected 1 or more"},
        {"UPDATE decision SET cost = 'much'",
         "table 'decision', column 'cost': expected a real number"},
        {"UPDATE decision SET id = id + 1 WHERE id = 1",
         "table 'decision', column 'id': expected numbers from 0 without a gap"},
        {"UPDATE estimate SET decision_id = 2",
         "table 'estimate', column 'decision_id': expected the id of a decision"},
        {"UPDATE estimate SET quarantine = 0.5",
         "table 'estimate', column 'quarantine': expected a whole number in range"}};
    for (const auto& [eachStatements, expected] : cases) {
        const auto& statements = eachStatements;
        INFO(statements);
        const Written written;
        written.change(statements);
        const std::string refusal = written.refusal();
        CHECK(refusal.substr(0, refusal.find("; take")) == (expected.empty() ? "read" : expected));
    }
}

TEST_CASE("a decision that was changed in the file is detected") {
    const Written written;
    {
        gantry::base::Database database(written.path, gantry::base::Database::Mode::Write);
        database.run("UPDATE decision SET candidate = 'mine'");
    }
    CHECK(written.refusal().find("'decision' is not as it was written") == 0);
}

TEST_SUITE_END();
