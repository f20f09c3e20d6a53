#include <base/bytes/Varint.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

using namespace gantry::base;

TEST_SUITE_BEGIN("base.Varint");

TEST_CASE("a number takes a byte for each seven bits") {
    std::string bytes;
    addVarint(bytes, 0);
    addVarint(bytes, 127);
    addVarint(bytes, 128);
    addVarint(bytes, 300);
    using namespace std::string_view_literals;
    CHECK(bytes == "\x00\x7f\x80\x01\xac\x02"sv);
    bytes.clear();
    addVarint(bytes, std::numeric_limits<std::uint64_t>::max());
    CHECK(bytes.size() == kLongestVarint);
}

TEST_CASE("numbers come back in the order they were written") {
    constexpr std::array<std::uint64_t, 7> kNumbers = {0, 1, 127, 128, 16'384, 1ULL << 63U, ~0ULL};
    std::string bytes;
    for (const std::uint64_t number : kNumbers) {
        addVarint(bytes, number);
    }
    std::string_view rest = bytes;
    for (const std::uint64_t number : kNumbers) {
        CHECK(takeVarint(rest) == number);
    }
    CHECK(rest.empty());
    CHECK(!takeVarint(rest).has_value());
}

TEST_CASE("bytes that end within a number, or never end it, are left as they were") {
    for (const std::string& bytes :
         {std::string("\x80"), std::string("\xff\xff"), std::string(11, '\x80')}) {
        std::string_view rest = bytes;
        CHECK(!takeVarint(rest).has_value());
        CHECK(rest.size() == bytes.size());
    }
}

TEST_SUITE_END();
