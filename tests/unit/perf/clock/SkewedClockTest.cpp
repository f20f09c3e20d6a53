#include <perf/clock/ClockIdentity.hpp>
#include <perf/clock/SkewedClock.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

using namespace gantry::perf;

TEST_SUITE_BEGIN("perf.clock.SkewedClock");

TEST_CASE("a skew is offset, drift, swing and steps") {
    CHECK(clockSkew("none")->at(1000, 0) == 1000);
    CHECK(clockSkew("offset=-100ns")->at(1000, 0) == 900);
    CHECK(clockSkew("offset=1.5us")->at(1000, 0) == 2500);
    CHECK(clockSkew("drift=-100ppm")->at(1'000'000'000, 0) == 999'900'000);
    const auto swing = clockSkew("swing=100ns/4us");
    CHECK(swing->at(5000, 5000) == 5000);
    CHECK(swing->at(6000, 5000) == 6100);
    CHECK(swing->at(8000, 5000) == 7900);
    const auto steps = clockSkew("steps=-2us/1ms,offset=1ns");
    CHECK(steps->at(1'500'000, 1'000'000) == 1'500'001);
    CHECK(steps->at(2'000'000, 1'000'000) == 1'998'001);
    CHECK(steps->at(4'999'999, 1'000'000) == 4'994'000);
}

TEST_CASE("words that mean nothing are refused") {
    for (const char* const text :
         {"offset", "offset=", "offset=1", "offset=1h", "drift=1ms", "swing=1ms", "swing=1ms/0s",
          "steps=1ms", "steps=1ms/0s", "noise=1ms", "offset=1ms,,drift=1ppm", "offset=nan ms"}) {
        CAPTURE(text);
        CHECK(!clockSkew(text).has_value());
    }
}

TEST_CASE("processes of one machine name the same clock, unless one is a test's") {
    const std::string own = clockIdentity();
    CHECK(!own.empty());
    CHECK(clockIdentity() == own);
    ::setenv("GANTRY_TEST_CLOCK", "none", 1);  // NOLINT(concurrency-mt-unsafe): no other thread
    CHECK(clockIdentity() != own);
    ::unsetenv("GANTRY_TEST_CLOCK");  // NOLINT(concurrency-mt-unsafe): no other thread
    CHECK(clockIdentity() == own);
}

TEST_SUITE_END();
