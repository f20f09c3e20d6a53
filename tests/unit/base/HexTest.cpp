#include <base/text/Hex.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace gantry::base;

TEST_SUITE_BEGIN("base.Hex");

TEST_CASE("bytes are two lower-case digits each, and back") {
    const std::string bytes("\x00\x7f\xff\x1b", 4);

    CHECK(toHex(bytes) == "007fff1b");
    CHECK(fromHex("007fff1b") == bytes);
    CHECK(fromHex("") == "");
}

TEST_CASE("text that toHex does not write is refused") {
    for (const char* text : {"0", "0G", "FF", " 0", "0x"}) {
        CAPTURE(text);
        CHECK_FALSE(fromHex(text));
    }
}

TEST_CASE("numbers have sixteen digits") {
    CHECK(toHex(std::uint64_t{0x0123456789abcdef}) == "0123456789abcdef");
    CHECK(toHex(std::uint64_t{0}) == "0000000000000000");
}

TEST_SUITE_END();
