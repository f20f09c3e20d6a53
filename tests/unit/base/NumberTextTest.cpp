#include <base/text/NumberText.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <limits>

using namespace gantry::base;

TEST_SUITE_BEGIN("base.NumberText");

TEST_CASE("durations have three digits and a unit that fits") {
    CHECK(duration(0) == "0 s");
    CHECK(duration(1.234) == "1.23 s");
    CHECK(duration(0.0456) == "45.6 ms");
    CHECK(duration(789e-6) == "789 us");
    CHECK(duration(-12e-9) == "-12.0 ns");
    CHECK(duration(-449e-6) == "-449 us");
    CHECK(duration(-9.996) == "-10.0 s");
    CHECK(duration(9.996) == "10.0 s");
}

TEST_CASE("quantities of time are durations, others keep their unit") {
    CHECK(quantity(1500, "ns") == "1.50 us");
    CHECK(quantity(2, "s") == "2.00 s");
    CHECK(quantity(12710, "faults") == "12,710 faults");
    CHECK(quantity(1234567, "bytes") == "1,234,567 bytes");
    CHECK(quantity(-123456, "KiB") == "-123,456 KiB");
    CHECK(quantity(999999.6, "faults") == "1,000,000 faults");
    CHECK(quantity(9999.4, "faults") == "9999 faults");
    CHECK(quantity(2e15, "cycles") == "2e+15 cycles");
    CHECK(quantity(3, "") == "3");
}

TEST_CASE("an exact number reads back as the same one") {
    for (const double value :
         {0.0, 0.1, 1e-5, 1e-300, 123456789.0, 1e15, 1.0 / 3, std::numeric_limits<double>::max()}) {
        CAPTURE(value);
        CHECK(std::strtod(exact(value).c_str(), nullptr) == value);
    }
    CHECK(exact(0.1) == "0.1");
}

TEST_CASE("counts, shares and errors") {
    CHECK(count(18446744073709551615U) == "18446744073709551615");
    CHECK(share(1, 8) == "12.5 %");
    CHECK(share(1, 0) == "-");
    CHECK(scientific(0) == "0");
    CHECK(scientific(1.26e-7) == "1.3e-07");
    CHECK(plural(1, "thread") == "1 thread");
    CHECK(plural(0, "thread") == "0 threads");
}

TEST_SUITE_END();
