#include <base/text/TimeText.hpp>

#include <doctest/doctest.h>

#include <chrono>
#include <cmath>

using namespace gantry::base;
using std::chrono::microseconds;
using std::chrono::seconds;
using std::chrono::system_clock;

TEST_SUITE_BEGIN("base.TimeText");

TEST_CASE("ISO time is UTC to the second, and earlier seconds are not rounded up") {
    const system_clock::time_point begin;

    CHECK(isoTime(begin) == "1970-01-01T00:00:00Z");
    CHECK(isoTime(begin + seconds(1769860800) + microseconds(999'999)) == "2026-01-31T12:00:00Z");
    CHECK(isoTime(begin - microseconds(1)) == "1969-12-31T23:59:59Z");
}

TEST_CASE("ISO time to the microsecond keeps zeros and time before 1970") {
    const system_clock::time_point begin;

    CHECK(isoTimeMicroseconds(begin + microseconds(42)) == "1970-01-01T00:00:00.000042Z");
    CHECK(isoTimeMicroseconds(begin + seconds(1769860800)) == "2026-01-31T12:00:00.000000Z");
    CHECK(isoTimeMicroseconds(begin - microseconds(1)) == "1969-12-31T23:59:59.999999Z");
}

TEST_CASE("stored nanoseconds are times again") {
    CHECK(isoTime(timeOf(1'769'860'800'123'456'789)) == "2026-01-31T12:00:00Z");
}

TEST_CASE("lengths of time are read with and without a unit") {
    CHECK(nanoseconds("1.5") == 1'500'000'000);
    CHECK(nanoseconds("1.5s") == 1'500'000'000);
    CHECK(nanoseconds("20ms") == 20'000'000);
    CHECK(nanoseconds("300us") == 300'000);
    CHECK(nanoseconds("7ns") == 7);
    CHECK(nanoseconds("0") == 0);
    for (const char* text : {"", "s", "-1", "1 s", "1m", "1e3", "nan", "1e400", "400000000"}) {
        CAPTURE(text);
        CHECK_FALSE(nanoseconds(text));
    }
}

TEST_CASE("an age has the unit that fits it") {
    CHECK(ageText(0) == "0 s");
    CHECK(ageText(59.9) == "59 s");
    CHECK(ageText(60) == "1 min");
    CHECK(ageText(3 * 3600 + 400) == "3.1 h");
    CHECK(ageText(26 * 3600) == "26 h");
    CHECK(ageText(50 * 3600) == "2 d");
    CHECK(ageText(-5) == "0 s");
}

TEST_CASE("a time that cannot be is shown as a dash") {
    CHECK(clockText(1763802000.5).size() == 19);
    for (const double time : {0.0, -1.0, 1e300, HUGE_VAL, std::nan("")}) {
        CHECK(clockText(time) == "-");
    }
}

TEST_SUITE_END();
