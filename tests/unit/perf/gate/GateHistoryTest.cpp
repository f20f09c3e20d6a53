#include <base/sqlite/Database.hpp>
#include <perf/analysis/gate/GateHistory.hpp>
#include <perf/analysis/gate/GateText.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <limits>
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
            "same",
            {median - 0.5, median, median + 0.5}};
}

std::size_t countOf(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
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

TEST_CASE("a history of version 1 is read without single runs, and has those of the next result") {
    const TestFolder folder;
    const std::filesystem::path file = folder.path / "old.db";
    addGateRecord(file, record(1.5));
    gantry::base::Database(file, gantry::base::Database::Mode::Share)
        .run("DROP TABLE run; PRAGMA user_version=1");
    GateRecord without = record(1.5);
    without.values.clear();
    CHECK(readGateRecords(file) == std::vector<GateRecord>{without});

    addGateRecord(file, record(1.25));

    CHECK(readGateRecords(file) == std::vector<GateRecord>{without, record(1.25)});
}

TEST_CASE("single runs of a result that is not there are left out") {
    const TestFolder folder;
    const std::filesystem::path file = folder.path / "history.db";
    addGateRecord(file, record(1.5));
    gantry::base::Database(file, gantry::base::Database::Mode::Share)
        .run("INSERT INTO run(gate, value) VALUES(77, 1)");
    CHECK(readGateRecords(file) == std::vector<GateRecord>{record(1.5)});
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

TEST_CASE("the plot of a trend has a dot for each result and the size of each change") {
    std::vector<GateRecord> records;
    for (int i = 0; i < 24; ++i) {
        records.push_back(record(i < 12 ? 1 + 0.001 * (i % 3) : 1.2 + 0.001 * (i % 3)));
    }
    records.push_back(record(7));
    records.back().machine = "another";
    records.back().name = "<a & b>";

    const std::string svg = historySvg(records, 0);

    CHECK(countOf(svg, "<title>") == 25);
    CHECK(countOf(svg, "class=\"change\"") == 1);
    CHECK(svg.find(">+20.0 %</text>") != std::string::npos);
    CHECK(svg.find("&lt;a &amp; b&gt;") != std::string::npos);
    CHECK(svg.find("<a & b>") == std::string::npos);
    CHECK(svg.rfind("</svg>\n") == svg.size() - 7);
    // The last 4 of each: the change was before them.
    CHECK(countOf(historySvg(records, 4), "<title>") == 5);
    CHECK(countOf(historySvg(records, 4), "class=\"change\"") == 0);
}

TEST_CASE("a plot leaves out values that are not numbers above 0, and notes it") {
    std::vector<GateRecord> records(8, record(1));
    records[3].median = std::numeric_limits<double>::quiet_NaN();
    records[4].median = 0;
    const std::string svg = historySvg(records, 0);
    CHECK(countOf(svg, "<title>") == 6);
    CHECK(svg.find("not looked for") != std::string::npos);
    CHECK(svg.find("nan") == std::string::npos);
    const std::string nothing = historySvg({record(0)}, 0);
    CHECK(countOf(nothing, "<title>") == 0);
    CHECK(nothing.find("nan") == std::string::npos);
    CHECK(nothing.find("inf") == std::string::npos);
}

TEST_SUITE_END();
