#include <base/text/Utf8.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace gantry::base;

TEST_SUITE_BEGIN("base.Utf8");

TEST_CASE("characters have one to four bytes") {
    CHECK(characterLength("a") == 1);
    CHECK(characterLength("\xc3\xbc") == 2);
    CHECK(characterLength("\xe2\x82\xac rest") == 3);
    CHECK(characterLength("\xf0\x9f\x98\x80") == 4);
    CHECK(characterLength("") == 0);
}

TEST_CASE("overlong forms, surrogates, cut and stray bytes are no character") {
    for (const char* bytes : {"\xc0\x80", "\xe0\x80\x80", "\xf0\x80\x80\x80", "\xed\xa0\x80",
                              "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xe2\x82", "\x80"}) {
        CHECK(characterLength(bytes) == 0);
        CHECK_FALSE(isUtf8(bytes));
        CHECK_FALSE(isUtf8("a" + std::string(bytes)));
    }
}

TEST_CASE("the empty text is UTF-8, and so is a NUL") {
    CHECK(isUtf8(""));
    CHECK(isUtf8(std::string("\0", 1)));
}

TEST_SUITE_END();
