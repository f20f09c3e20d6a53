#include <base/text/GlobPattern.hpp>

#include <doctest/doctest.h>

#include <string>

using gantry::base::matchesPattern;

TEST_SUITE_BEGIN("base.GlobPattern");

TEST_CASE("bytes match themselves") {
    CHECK(matchesPattern("", ""));
    CHECK(matchesPattern("io", "io"));
    CHECK_FALSE(matchesPattern("io", "io "));
    CHECK_FALSE(matchesPattern("io", ""));
    CHECK_FALSE(matchesPattern("", "io"));
    CHECK_FALSE(matchesPattern("IO", "io"));
    CHECK(matchesPattern("[a-z]", "[a-z]"));
}

TEST_CASE("a star matches any bytes, and no byte as well") {
    CHECK(matchesPattern("*", ""));
    CHECK(matchesPattern("*", std::string("\0\xff", 2)));
    CHECK(matchesPattern("a*", "a"));
    CHECK(matchesPattern("a*c", "abbbc"));
    CHECK_FALSE(matchesPattern("a*c", "abbb"));
    CHECK(matchesPattern("*::evaluate*", "functions::Pi::evaluate demo.Pi"));
    CHECK(matchesPattern("a**b", "ab"));
    CHECK(matchesPattern("**o", "go"));
    CHECK(matchesPattern("a*b*c", "axxbxbc"));
    CHECK_FALSE(matchesPattern("*x", "go"));
    CHECK_FALSE(matchesPattern("a*b", "acbc"));
    CHECK(matchesPattern("*ab*ab*", "abxab"));
    CHECK_FALSE(matchesPattern("*ab*ab*", "abx"));
}

TEST_CASE("a question mark matches one byte") {
    CHECK(matchesPattern("t?", "t1"));
    CHECK_FALSE(matchesPattern("t?", "t"));
    CHECK_FALSE(matchesPattern("?", "12"));
    CHECK(matchesPattern("*?", "x"));
    CHECK_FALSE(matchesPattern("*?", ""));
}

TEST_CASE("a pattern made to be slow takes no longer than the product of both lengths") {
    std::string pattern;
    for (int i = 0; i < 200; ++i) {
        pattern += "a*";
    }

    CHECK_FALSE(matchesPattern(pattern + "b", std::string(20'000, 'a')));
}

TEST_SUITE_END();
