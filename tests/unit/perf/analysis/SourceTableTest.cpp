#include <perf/analysis/ReportDocument.hpp>
#include <perf/analysis/SourceTable.hpp>
#include <perf/model/SampledMetric.hpp>

#include <doctest/doctest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "ProfileSamples.hpp"

using namespace gantry::perf;

namespace {

// 1000 ns of samples in two files, and two timers that know their place.
Profile profileWithLines() {
    Profile profile = samples::withTimers(
        {"main", "solve [{src/a.c} {2,1}]", "load [{b.c} {7,0}]", "again [{src/a.c} {2,9}]"});
    profile.metrics.push_back({kSampledMetric, "ns", "scripted"});
    samples::addThread(profile, {samples::node(0, -1, 1, 900), samples::node(1, 0, 2, 300),
                                 samples::node(2, 0, 5, 50), samples::node(3, 0, 1, 10)});
    profile.threads[0].nodes[0].inclusive[1] = 1000;
    ModuleRecords module{kSourceModule, 1, "", {}, {}};
    module.fields = {{"own", "ns", Reduction::Sum}, {"whole", "ns", Reduction::Sum}};
    module.records = {{"/p/src/a.c:2", -1, {600, 700}},
                      {"/p/build/../src/a.c:4", -1, {100, 100}},
                      {"/p/x.c:1", -1, {0, 300}},
                      {"nonsense", -1, {1, 1}}};
    profile.modules.push_back(module);
    return profile;
}

ArchivedSource kept(const std::string& path, const std::string& text) {
    ArchivedSource source;
    source.path = path;
    source.text = std::make_shared<const std::string>(text);
    return source;
}

ReportTable linesOf(const std::string& file, const SourceText& text) {
    return sourceLines(sourceListings(profileWithLines(), {}), file, "ns",
                       [&](const std::string&) { return text; });
}

}  // namespace

TEST_SUITE_BEGIN("perf.analysis.SourceTable");

TEST_CASE("lines of one file are together, however its path is written") {
    const auto files = sourceListings(profileWithLines(), {});

    REQUIRE(files.size() == 3);
    CHECK(files[0].path == "/p/src/a.c");
    CHECK(files[0].ownPercent() == doctest::Approx(70));
    CHECK(files[0].lines.at(2).wholePercent == doctest::Approx(70));
    CHECK(files[0].lines.at(4).ownPercent == doctest::Approx(10));
}

TEST_CASE("timers are at their lines, also if they know only the end of the path") {
    const auto files = sourceListings(profileWithLines(), {kept("/q/b.c", "")});

    CHECK(files[0].lines.at(2).calls == 3);
    CHECK(files[0].lines.at(2).inclusive == 310);
    CHECK(files[0].lines.at(2).timer == "solve");
    CHECK(files[0].hasTimers);
    const auto& other = files[2];
    CHECK(other.path == "/q/b.c");
    CHECK(other.lines.at(7).calls == 5);
    CHECK_FALSE(other.hasSamples);
}

TEST_CASE("a name that two files end in stays as it is") {
    const auto files = sourceListings(profileWithLines(), {kept("/q/b.c", ""), kept("/r/b.c", "")});

    CHECK(files[2].path == "b.c");
}

TEST_CASE("lines are shown with what surrounds them, their samples and their timers") {
    const ReportTable table =
        linesOf("src/a.c", {"one\ntwo\r\nthree\nfour\nfive\nsix\nseven\n", ""});

    REQUIRE(table.columns.size() == 6);
    CHECK(table.columns[3].key == "inclusive");
    CHECK(table.columns[5].title == "/p/src/a.c");
    REQUIRE(table.rows.size() == 6);
    CHECK(table.rows[1] ==
          std::vector<ReportValue>{60.0, 70.0, 3.0, 310.0, std::int64_t{2}, std::string("two")});
    CHECK(std::get<std::string>(table.rows[5][5]) == "six");
}

TEST_CASE("a note on the text is next to its path") {
    const ReportTable table = linesOf("x.c", {"one\n", "the file has changed since the run"});

    CHECK(table.columns.back().title == "/p/x.c (the file has changed since the run)");
    CHECK(table.columns.size() == 4);
}

TEST_CASE("without a text the numbers of the lines are left") {
    const ReportTable table = linesOf("/p/src/a.c", {});

    REQUIRE(table.rows.size() == 2);
    CHECK(std::get<std::string>(table.rows[0].back()) == "(its text is gone)");
}

TEST_CASE("all lines are shown of a file that is kept without lines") {
    const auto files = sourceListings(profileWithLines(), {kept("/p/only.c", "one\ntwo\n")});
    const ReportTable table = sourceLines(files, "only.c", "ns", [](const std::string&) {
        return SourceText{"one\ntwo\n", ""};
    });

    REQUIRE(table.columns.size() == 2);
    REQUIRE(table.rows.size() == 2);
    CHECK(table.rows[1] == std::vector<ReportValue>{std::int64_t{2}, std::string("two")});
}

TEST_CASE("a text that is shorter now, or has bytes that are not UTF-8, is shown as it is") {
    const ReportTable table = linesOf("src/a.c", {"\xff\xfe", ""});

    REQUIRE(table.rows.size() == 3);
    CHECK(std::get<std::string>(table.rows[0].back()) == "\xff\xfe");
    CHECK(std::get<std::string>(table.rows[1].back()).empty());
    CHECK(reportText({profileWithLines(), {table}}).find("\\xff\\xfe") != std::string::npos);
}

TEST_CASE("the list of files says what the archive has of each") {
    ArchivedSource left;
    left.path = "/p/x.c";
    left.leftOut = "it cannot be read";
    const ReportTable table =
        sourceFiles(profileWithLines(), {kept("/p/src/a.c", "12345"), left, kept("/only.c", "1")});

    REQUIRE(table.rows.size() == 4);
    CHECK(table.rows[0].back() == ReportValue{std::string("5 bytes")});
    CHECK(table.rows[1].back() == ReportValue{std::string("it cannot be read")});
    CHECK(table.rows[2].front() == ReportValue{std::string("b.c")});
    CHECK(table.rows[3].front() == ReportValue{std::string("/only.c")});
    CHECK(sourceFiles(profileWithLines(), {}).columns.size() == 3);
}

TEST_CASE("a file that is not there, or not the only one, is refused with the names of others") {
    const auto message = [](const std::string& file) {
        try {
            (void)linesOf(file, {});
        } catch (const std::invalid_argument& error) {
            return std::string(error.what());
        }
        return std::string();
    };

    CHECK(message("y.c") ==
          "nothing was measured in a file 'y.c'; lines are known of: /p/src/a.c, /p/x.c, b.c");
    CHECK(message("c").find("nothing was measured") == 0);
    CHECK_THROWS_WITH_AS(sourceLines({}, "a.c", "ns", {}),
                         doctest::Contains("no source line is known"), std::invalid_argument);
    CHECK_THROWS_WITH_AS(sourceLines({{"/a/x.c"}, {"/b/x.c"}}, "x.c", "ns", {}),
                         "'x.c' is the end of /a/x.c and of /b/x.c; give more of its path",
                         std::invalid_argument);
}

TEST_SUITE_END();
