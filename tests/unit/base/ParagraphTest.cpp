#include <base/text/Paragraph.hpp>

#include <doctest/doctest.h>

#include <string>

using gantry::base::paragraph;

TEST_SUITE_BEGIN("base.Paragraph");

TEST_CASE("words fill lines up to the width, and white space counts as one blank") {
    CHECK(paragraph("", "one two\n  three four", {0, 9}) == "one two\nthree\nfour\n");
    CHECK(paragraph("", "one two three", {0, 13}) == "one two three\n");
}

TEST_CASE("the head is before the first line, and the other lines are indented") {
    CHECK(paragraph("  --top N", "Only the first N.", {12, 22}) ==
          "  --top N   Only the\n            first N.\n");
}

TEST_CASE("a head that reaches the indent has a line to itself") {
    CHECK(paragraph("  --interval SECONDS", "Between pictures.", {4, 40}) ==
          "  --interval SECONDS\n    Between pictures.\n");
    CHECK(paragraph("abcd", "word", {4, 40}) == "abcd\n    word\n");
}

TEST_CASE("a word wider than a line has one to itself") {
    CHECK(paragraph("", "a incomprehensible b", {2, 8}) == "  a\n  incomprehensible\n  b\n");
}

TEST_CASE("no words give the head alone") {
    CHECK(paragraph("head  ", " \n", {10, 40}) == "head\n");
    CHECK(paragraph("", "", {0, 40}) == "\n");
}

TEST_CASE("without a width nothing is broken") {
    const std::string text(300, 'x');
    CHECK(paragraph("", text + " y", {0, std::string::npos}) == text + " y\n");
}

TEST_CASE("width is counted in characters, not in bytes") {
    CHECK(paragraph("", "\xc3\xa4\xc3\xb6 \xc3\xbc", {0, 4}) == "\xc3\xa4\xc3\xb6 \xc3\xbc\n");
}

TEST_SUITE_END();
