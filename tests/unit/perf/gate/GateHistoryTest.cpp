#include <base/sqlite/Database.hpp>
#include <perf/analysis/gate/GateHistory.hpp>
#include <perf/analysis/gate/GateText.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "TestFolder.hpp"

using namespace gantry::perf;

namespace {

GateRecord record(double median) {
    return {"2026-01-31T12:00:00Z",
            "solver",
            "elapsed",
            "s",
            "EPYC, 2 cores",
            "0123456789",
            8,
            median,
            1,
            median - 1,
            median - 1.01,
            median - 0.99,
            "same"};
}

}  // namespace

TEST_SUITE_BEGIN("perf.gate.GateHistory");

TEST_CASE("records come back as they were added") {
    const TestFolder folder;
    const std::filesystem::path file = folder.path / "history.db";
    addGateRecord(file, record(1.5));
    addGateRecord(file, record(1.25));
    CHECK(readGateRecords(file) == std::vector<GateRecord>{record(1.5), record(1.25)});
}

TEST_CASE("what is not a history is refused and left as it is") {
    const TestFolder folder;
    CHECK_THROWS_WITH_AS(readGateRecords(folder.path / "none"), doctest::Contains("does not exist"),
                         GateHistoryError);
    const std::filesystem::path text = folder.path / "text";
    std::ofstream(text) << "no database, but long enough to be taken for something else\n";
    CHECK_THROWS_AS(readGateRecords(text), GateHistoryError);
    CHECK_THROWS_AS(addGateRecord(text, record(1)), GateHistoryError);
    const std::filesystem::path other = folder.path / "other.db";
    gantry::base::Database(other, gantry::base::Database::Mode::Share).run("CREATE TABLE t(x)");
    CHECK_THROWS_WITH_AS(addGateRecord(other, record(1)),
                         doctest::Contains("is not a history of gates"), GateHistoryError);
    const std::filesystem::path newer = folder.path / "newer.db";
    addGateRecord(newer, record(1));
    gantry::base::Database(newer, gantry::base::Database::Mode::Share).run("PRAGMA user_version=9");
    CHECK_THROWS_WITH_AS(readGateRecords(newer), doctest::Contains("has version 9"),
                         GateHistoryError);
}

TEST_CASE("the trend shows where the level changed, for each machine alone, in 80 columns") {
    std::vector<GateRecord> records;
    for (int i = 0; i < 24; ++i) {
        records.push_back(record(i < 12 ? 1 + 0.001 * (i % 3) : 1.2 + 0.001 * (i % 3)));
    }
    records.push_back(record(7));
    records.back().machine = "another";
    const std::string text = historyText(records, 20);
    CHECK(text.find("... 4 older") != std::string::npos);
    CHECK(text.find("---- level 1.00 s -> 1.20 s, +20.0 % ----") != std::string::npos);
    CHECK(text.find("Machine    another") != std::string::npos);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        CHECK(line.size() <= 80);
    }
    CHECK(historyJson(records).find("\"index\": 12") != std::string::npos);
}

TEST_CASE("a record without a value does not spoil the trend") {
    std::vector<GateRecord> records(8, record(1));
    records[3].median = 0;
    CHECK(historyText(records, 0).find("not looked for") != std::string::npos);
}

TEST_SUITE_END();
