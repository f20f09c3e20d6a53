#include <base/text/ManPage.hpp>

#include <doctest/doctest.h>

using gantry::base::ManPage;

TEST_SUITE_BEGIN("base.ManPage");

TEST_CASE("a page has a heading, a name and its sections") {
    ManPage page("gantry-run", "1.2", "runs a script");
    page.section("OPTIONS").item("--json", "As JSON.");

    CHECK(page.text() ==
          ".TH GANTRY-RUN 1 \"\" \"Gantry 1.2\" \"Gantry\"\n.SH NAME\ngantry\\-run \\- runs a "
          "script\n"
          ".SH OPTIONS\n.TP\n.B \\-\\-json\nAs JSON.\n");
}

TEST_CASE("text that looks like a request of roff is text") {
    ManPage page("x", "1", "y");
    page.lines({".B a", "'b", "c\\d"});

    CHECK(page.text().find("\n\\&.B a\n\\&'b\nc\\ed\n") != std::string::npos);
}

TEST_SUITE_END();
