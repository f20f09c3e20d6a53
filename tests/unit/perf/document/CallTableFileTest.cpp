#include <base/files/FileError.hpp>
#include <perf/document/CallTableFile.hpp>

#include <doctest/doctest.h>

#include <limits>

#include "TestFolder.hpp"

using namespace gantry::perf;

namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_SUITE("perf.document.CallTableFile") {
    TEST_CASE("a table is five lines of comment, the columns, and a line for each call") {
        const CallTable table{
            "a.go -> b.go::go", {"n", "wall [ns]", "thread"}, {1, 1250, 0, 2.5, 1e300, 3}, 4, 5};

        CHECK(callTableToCsv(table) ==
              "# gantry-monitor-record 1\n# record: a.go -> b.go::go\n# rows: 2\n# dropped: 4\n"
              "# unmatched: 5\nn,wall [ns],thread\n1,1250,0\n2.5,1e+300,3\n");
    }

    TEST_CASE("a value that a call does not have is an empty field") {
        const CallTable table{"r", {"a", "b"}, {kNoValue, 1, 2, kNoValue}, 0, 0};

        CHECK(callTableToCsv(table).ends_with("\n,1\n2,\n"));
    }

    TEST_CASE("names with commas, quotes or line ends stay one field and one line") {
        const CallTable table{"two\nlines\r", {"a,b", "say \"x\"", "#"}, {}, 0, 0};

        const std::string text = callTableToCsv(table);

        CHECK(text.find("# record: two\\nlines\\r\n") != std::string::npos);
        CHECK(text.ends_with("\n\"a,b\",\"say \"\"x\"\"\",\"#\"\n"));
        CHECK(table.rows() == 0);
    }

    TEST_CASE("numbers are written so that reading gives the same number") {
        const CallTable table{"r", {"x"}, {100000, -7, 0.1, 1.0 / 3.0}, 0, 0};

        CHECK(callTableToCsv(table).ends_with("\n100000\n-7\n0.1\n0.3333333333333333\n"));
    }

    TEST_CASE("a file that cannot be written is an error that names it") {
        const TestFolder folder;

        CHECK_THROWS_AS(writeCallTable(folder.path / "none" / "x.csv", CallTable{}),
                        gantry::base::FileError);
        writeCallTable(folder.path / "x.csv", CallTable{});
        CHECK(std::filesystem::exists(folder.path / "x.csv"));
    }
}
