#include <base/text/SnakeCase.hpp>

#include <doctest/doctest.h>

using gantry::base::snakeCase;

TEST_SUITE_BEGIN("base.SnakeCase");

TEST_CASE("each capital that begins a word is set apart by one underline") {
    CHECK(snakeCase("HeatRod") == "heat_rod");
    CHECK(snakeCase("CXXDriver") == "cxx_driver");
    CHECK(snakeCase("HTTPPort") == "http_port");
    CHECK(snakeCase("heat_Rod") == "heat_rod");
    CHECK(snakeCase("") == "");
}

TEST_SUITE_END();
