#include <perf/analysis/ReportTable.hpp>
#include <perf/analysis/TableText.hpp>

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

using namespace gantry::perf;
using namespace gantry::perf;

namespace {

ReportTable sample() {
    ReportTable table{"sample", "thing", {}, {}, {}, 0};
    table.columns = {{"name", "name", ""},
                     {"note", "note", "", ReportColumn::Shown::WhenUsed},
                     {"wall.exclusive", "wall excl.", "ns"},
                     {"cpu.exclusive", "cpu excl.", "ns"},
                     {"odd", "odd", "", ReportColumn::Shown::ToPrograms},
                     {"share", "share", "%"}};
    const auto row = [](const char* name, std::int64_t wall, std::int64_t cpu, bool odd,
                        double share) {
        return std::vector<ReportValue>{std::string(name), std::string(), wall, cpu, odd, share};
    };
    table.rows = {row("b", 10, 3, true, 12.5), row("a", 2'000'000, 1, false, 87.5),
                  row("c", 10, 5, true, 0.0)};
    return table;
}

std::string names(const ReportTable& table) {
    std::string text;
    for (const std::vector<ReportValue>& row : table.rows) {
        text += std::get<std::string>(row[0]);
    }
    return text;
}

std::string sortedNames(ReportTable table, const std::string& column) {
    sortRows(table, column);
    return names(table);
}

}  // namespace

TEST_SUITE_BEGIN("perf.analysis.ReportTable");

TEST_CASE("numbers are sorted downwards and texts upwards, equal rows stay in order") {
    CHECK(sortedNames(sample(), "wall.exclusive") == "abc");
    CHECK(sortedNames(sample(), "cpu.exclusive") == "cba");
    CHECK(sortedNames(sample(), "odd") == "bca");
    CHECK(sortedNames(sample(), "name") == "abc");
}

TEST_CASE("the end of a key behind its dot is the first such column") {
    CHECK(sortedNames(sample(), "exclusive") == "abc");
}

TEST_CASE("a column that is not there is reported with those that are") {
    ReportTable table = sample();
    CHECK_THROWS_WITH_AS(sortRows(table, "wall"),
                         "'wall' is not a column of 'sample'; choose one of name, name, note, "
                         "wall.exclusive, cpu.exclusive, odd, share",
                         std::invalid_argument);
    CHECK(names(table) == "bac");
}

TEST_CASE("in a tree siblings are sorted and what is below a row stays below it") {
    ReportTable table = sample();
    table.rows.push_back(table.rows[0]);
    table.rows[3][0] = std::string("d");
    table.rows[3][2] = std::int64_t{99};
    table.depths = {0, 1, 1, 0};

    sortRows(table, "wall.exclusive");

    CHECK(names(table) == "dbac");
    CHECK(table.depths == std::vector<std::size_t>{0, 0, 1, 1});
    sortRows(table, "cpu.exclusive");
    CHECK(names(table) == "dbca");
}

TEST_CASE("rows that are not kept are counted") {
    ReportTable table = sample();
    keepFirst(table, 0);
    CHECK(names(table) == "bac");
    keepFirst(table, 3);
    CHECK(leftOutText(table).empty());
    keepFirst(table, 2);
    CHECK(leftOutText(table) == "... 1 more thing");
    keepFirst(table, 1);
    CHECK(names(table) == "b");
    CHECK(leftOutText(table) == "... 2 more things");
}

TEST_CASE("people see units, and no column that says nothing or is for programs") {
    ReportTable table = sample();
    CHECK(tableText(table, "  ") ==
          "  name  wall excl.  cpu excl.   share\n"
          "  b        10.0 ns    3.00 ns  12.5 %\n"
          "  a        2.00 ms    1.00 ns  87.5 %\n"
          "  c        10.0 ns    5.00 ns   0.0 %\n");
    table.rows[0][1] = std::string("seen");
    CHECK(shownColumns(table).size() == 5);
}

TEST_CASE("rows of a tree are indented, very deep ones no further") {
    ReportTable table = sample();
    table.depths = {0, 1, 5000};
    const std::string text = tableText(table);
    CHECK(text.find("\n  a ") != std::string::npos);
    CHECK(text.find('\n' + std::string(80, ' ') + "c ") != std::string::npos);
}

TEST_SUITE_END();
