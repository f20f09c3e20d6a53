#include <base/hash/Fnv1a.hpp>

#include <doctest/doctest.h>

#include <string_view>

using namespace gantry::base;

TEST_SUITE_BEGIN("base.Fnv1a");

TEST_CASE("the published values of FNV-1a come out, at compile time as well") {
    static_assert(fnv1a("") == 0xcbf29ce484222325U);
    static_assert(fnv1a("a") == 0xaf63dc4c8601ec8cU);
    static_assert(fnv1a("foobar") == 0x85944171f73967e8U);
    Fnv1a32 narrow;

    narrow.add("foobar");

    CHECK(narrow.value() == 0xbf9cf968U);
}

TEST_CASE("bytes above 127 count as they are, and parts add up") {
    Fnv1a64 parts;

    parts.add("\xff");
    parts.add("b");

    CHECK(parts.value() == fnv1a("\xff"
                                 "b"));
    CHECK(fnv1a("\xff") == 0xaf64724c8602eb6eU);
}

TEST_SUITE_END();
