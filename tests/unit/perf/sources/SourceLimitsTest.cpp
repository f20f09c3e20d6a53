#include <perf/sources/SourceLimits.hpp>

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

using namespace gantry::perf;

TEST_SUITE_BEGIN("perf.sources.SourceLimits");

TEST_CASE("limits are read with their units") {
    CHECK(readSourceLimits("100,2k") == SourceLimits{100, 2048});
    CHECK(readSourceLimits("4M,1G") ==
          SourceLimits{std::int64_t{4} << 20U, std::int64_t{1} << 30U});
    CHECK(readSourceLimits("0,0") == SourceLimits{0, 0});
}

TEST_CASE("other texts are refused with what is allowed") {
    for (const char* const text :
         {"", "1M", ",", "1M,", ",1M", "1M,2M,3M", "-1,1", "1 M,1M", "1m,1M", "257M,1G", "1M,2G",
          "99999999999999999999,1M", "k,k", "1.5M,2M"}) {
        CAPTURE(text);
        CHECK_THROWS_WITH_AS(readSourceLimits(text), doctest::Contains("such as 4M,64M"),
                             std::invalid_argument);
    }
}

TEST_CASE("sizes are short where they are whole") {
    CHECK(sizeText(1 << 20) == "1 MiB");
    CHECK(sizeText(std::int64_t{12} * 1024) == "12 KiB");
    CHECK(sizeText(1) == "1 byte");
    CHECK(sizeText(1025) == "1025 bytes");
    CHECK(sizeText(0) == "0 bytes");
}

TEST_SUITE_END();
