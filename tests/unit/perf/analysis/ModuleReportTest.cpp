#include <perf/analysis/ModuleReport.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "ProfileSamples.hpp"

using namespace gantry::perf;

namespace {

// A module with records of two processes, and the report that it brings.
Profile profileWith(const std::string& report) {
    Profile profile = samples::fullProfile();
    profile.modules.push_back(
        {"sleeps",
         1,
         "",
         {{"calls", "calls", Reduction::Sum}, {"slept", "ns", Reduction::Sum}},
         {{"nap", 0, {2, 300}}, {"rest", 0, {4, 1000}}, {"nap", 1, {1, 700}}, {"", 0, {0, 5}}}});
    profile.context.emplace_back("module.report.sleeps", report);
    return profile;
}

std::string message(const std::string& report) {
    try {
        (void)moduleReport(profileWith(report), "sleeps");
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

std::string messageOfLine(const std::string& line) {
    return message("gantry-module-report 1\n" + line);
}

double value(const std::string& formula, std::size_t row = 0) {
    const auto report =
        moduleReport(profileWith("gantry-module-report 1\ncolumn x = " + formula), "sleeps");
    return std::get<double>(report.value().table.rows.at(row).at(1));
}

}  // namespace

TEST_SUITE_BEGIN("perf.analysis.ModuleReport");

TEST_CASE("the report of a module is a table of its records, one row for each name") {
    const auto report = moduleReport(profileWith("gantry-module-report 1\n"
                                                 "# a comment\n\n"
                                                 "title Where it slept\n"
                                                 "text One.\n"
                                                 "text Two.\n"
                                                 "names function\n"
                                                 "column calls = calls\n"
                                                 "column per call = slept / calls in ns\r\n"
                                                 "column slept = slept  \n"
                                                 "sort slept\n"),
                                     "sleeps");

    REQUIRE(report);
    CHECK(report->title == "Where it slept");
    CHECK(report->notes == std::vector<std::string>{"One.", "Two."});
    const ReportTable& table = report->table;
    REQUIRE(table.columns.size() == 4);
    CHECK(table.columns[0].title == "function");
    CHECK(table.columns[1].unit.empty());
    CHECK(table.columns[2].title == "per call");
    CHECK(table.columns[2].unit == "ns");
    CHECK(table.columns[3].unit == "ns");
    REQUIRE(table.rows.size() == 3);
    CHECK(table.rows[0] == std::vector<ReportValue>{std::string("nap"), 3.0, 1000.0 / 3, 1000.0});
    CHECK(table.rows[1] == std::vector<ReportValue>{std::string("rest"), 4.0, 250.0, 1000.0});
    CHECK(std::isnan(std::get<double>(table.rows[2][2])));
}

TEST_CASE("a formula has fields, numbers, parentheses, totals and the usual order") {
    CHECK(value("slept") == 1000);
    CHECK(value("slept - calls * 2 + 1") == 995);
    CHECK(value("(slept - calls) * 2") == 1994);
    CHECK(value("slept / 10 / 10") == 10);
    CHECK(value("slept - 1 - 1") == 998);
    CHECK(value("100*slept/total(slept)") == doctest::Approx(100 * 1000.0 / 2005));
    CHECK(value("1.5") == 1.5);
    CHECK(std::isnan(value("slept / (calls - calls)")));
    CHECK(std::isnan(value("slept / calls", 2)));
}

TEST_CASE("a line that is wrong is named, with what is wrong with it") {
    CHECK(message("") == "line 1: 'gantry-module-report 1' is expected");
    CHECK(message("gantry-module-report 2\ncolumn a = calls") ==
          "line 1: 'gantry-module-report 1' is expected");
    CHECK(message("gantry-module-report 1\ntitle x") == "it has no column");
    CHECK(messageOfLine("column calls") == "line 2: 'column TITLE = FORMULA' is expected");
    CHECK(messageOfLine("column a = kalls") == "line 2: there is no field 'kalls'");
    CHECK(messageOfLine("column a = calls calls") == "line 2: 'calls' is too much");
    CHECK(messageOfLine("column a = calls +") ==
          "line 2: it ends where a field or number is expected");
    CHECK(messageOfLine("column a = (calls") == "line 2: ')' is missing");
    CHECK(messageOfLine("column a = calls; drop") == "line 2: '; drop' is too much");
    CHECK(messageOfLine("column a = ~calls") ==
          "line 2: '~' is not expected, but a field or number");
    CHECK(messageOfLine("column a = total(5)") == "line 2: there is no field '5'");
    CHECK(messageOfLine("column a = calls\ncolumn a = slept") ==
          "line 3: there is another column 'a'");
    CHECK(messageOfLine("column name = calls") == "line 2: there is another column 'name'");
    CHECK(messageOfLine("sort a\ncolumn a = calls") == "line 2: there is no column 'a' before it");
}

TEST_CASE("a formula of very many parentheses or columns is refused") {
    CHECK(messageOfLine("column a = " + std::string(100'000, '(') + "calls") ==
          "line 2: it has too many parentheses");
    std::string many;
    for (int i = 0; i < 65; ++i) {
        many += "column " + std::to_string(i) + " = calls\n";
    }
    CHECK(messageOfLine(many) == "line 66: there are more than 64 columns");
}

TEST_CASE("words of later versions are skipped") {
    CHECK(messageOfLine("colour red\ncolumn a = calls").empty());
}

TEST_CASE("a module without a report, or without records, has no table") {
    const Profile profile = profileWith("gantry-module-report 1\ncolumn a = calls\n");

    CHECK_FALSE(moduleReport(profile, "posix"));
    CHECK_FALSE(moduleReport(samples::fullProfile(), "sleeps"));
    CHECK_FALSE(moduleReport(profile, ""));
}

TEST_SUITE_END();
