#include <base/text/Hex.hpp>
#include <base/text/RandomToken.hpp>

#include <doctest/doctest.h>

#include <set>
#include <string>

using gantry::base::fromHex;
using gantry::base::randomToken;

TEST_SUITE_BEGIN("base.RandomToken");

TEST_CASE("a token has two lower-case digits for each byte") {
    CHECK(randomToken(0).empty());
    CHECK(randomToken(8).size() == 16);
    CHECK(fromHex(randomToken(256)).value_or("").size() == 256);
}

TEST_CASE("no two of a thousand tokens are the same") {
    std::set<std::string> tokens;
    for (int i = 0; i < 1000; ++i) {
        tokens.insert(randomToken(16));
    }

    CHECK(tokens.size() == 1000);
}

TEST_SUITE_END();
