#include <base/text/CsvLine.hpp>
#include <base/text/TextTable.hpp>

#include <doctest/doctest.h>

using namespace gantry::base;

TEST_SUITE_BEGIN("base.TextTable");

TEST_CASE("columns of a table are as wide as what is shown") {
    TextTable table({{"name", TextTable::Align::Left}, {"n"}});
    table.addRow({"\xc3\xa4\xc3\xb6\xc3\xbc", "1"});
    table.addRow({"\x1b", "22"});
    CHECK(table.text() == "name   n\n\xc3\xa4\xc3\xb6\xc3\xbc    1\n\\x1b  22\n");
}

TEST_CASE("cells of CSV are quoted where they must be") {
    CHECK(csvLine({"a", "b c", ""}) == "a,b c,\n");
    CHECK(csvLine({"a,b", "say \"x\"", " pad", "pad "}) ==
          "\"a,b\",\"say \"\"x\"\"\",\" pad\",\"pad \"\n");
    CHECK(csvLine({"a\nb", "\x1b"}) == "a\\x0ab,\\x1b\n");
    CHECK(csvLine({}) == "\n");
}

TEST_SUITE_END();
