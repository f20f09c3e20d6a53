#include <base/text/Printable.hpp>

#include <doctest/doctest.h>

#include <random>
#include <string>

using gantry::base::printable;
using gantry::base::printableLines;
using gantry::base::widthOf;

TEST_SUITE_BEGIN("base.Printable");

TEST_CASE("text that a terminal shows is left as it is") {
    for (const char* text :
         {"", "main", "a b\\x1b", "Gr\xc3\xbc\xc3\x9f\x65 \xe2\x82\xac \xf0\x9f\x98\x80",
          "\xe4\xbd\xa0\xe5\xa5\xbd", "\xc2\xa0"}) {
        CHECK(printable(text) == text);
    }
}

TEST_CASE("control characters are written as their bytes") {
    CHECK(printable("\x1b[2J") == "\\x1b[2J");
    CHECK(printable("a\nb\tc\r") == "a\\x0ab\\x09c\\x0d");
    CHECK(printable(std::string("\0", 1)) == "\\x00");
    CHECK(printable("\x7f") == "\\x7f");
    CHECK(printable("\xc2\x9b"
                    "2J") == "\\xc2\\x9b2J");  // one of the C1 set, as strong as \x1b[
}

TEST_CASE("directions of writing and line separators are written as their bytes") {
    CHECK(printable("\xe2\x80\xae") == "\\xe2\\x80\\xae");
    CHECK(printable("\xe2\x81\xa7") == "\\xe2\\x81\\xa7");
    CHECK(printable("\xe2\x80\xa8") == "\\xe2\\x80\\xa8");
    CHECK(printable("\xe2\x80\x93") == "\xe2\x80\x93");
}

TEST_CASE("bytes that are no UTF-8 are written as such") {
    CHECK(printable("\xff") == "\\xff");
    CHECK(printable("a\xe2\x82") == "a\\xe2\\x82");
    CHECK(printable("\xc0\x9b") == "\\xc0\\x9b");
    CHECK(printable("\xed\xa0\x80") == "\\xed\\xa0\\x80");
}

TEST_CASE("lines keep their ends and nothing else") {
    CHECK(printableLines("a\nb\x1b\r\n") == "a\nb\\x1b\\x0d\n");
}

TEST_CASE("no bytes of any kind leave a control character") {
    std::mt19937 random(5);
    for (int i = 0; i < 20'000; ++i) {
        std::string bytes(random() % 12, ' ');
        for (char& byte : bytes) {
            byte = static_cast<char>(random() & 0xffU);
        }
        const std::string shown = printable(bytes);
        INFO("seed 5, round ", i, ": ", shown);
        for (std::size_t at = 0; at < shown.size(); ++at) {
            const auto byte = static_cast<unsigned char>(shown[at]);
            CHECK((byte >= 0x20 && byte != 0x7f));
            CHECK_FALSE((byte == 0xc2 && static_cast<unsigned char>(shown[at + 1]) < 0xa0));
        }
        CHECK(printable(shown) == shown);
    }
}

TEST_CASE("the width counts characters, not bytes") {
    CHECK(widthOf("") == 0);
    CHECK(widthOf("Gr\xc3\xbc\xc3\x9f\x65 \xe2\x82\xac") == 7);
}

TEST_SUITE_END();
