#include <doctest/doctest.h>

#include <TimeBins.hpp>
#include <cstdint>
#include <limits>

using gantry::io::TimeBins;

TEST_SUITE("perf.modules.TimeBins") {
    TEST_CASE("each bin begins where the one before ends, and no bin is narrower than it") {
        for (std::uint32_t bin = 1; bin < TimeBins::kBins; ++bin) {
            const TimeBins::Span before = TimeBins::spanOf(bin - 1);
            const TimeBins::Span span = TimeBins::spanOf(bin);
            CAPTURE(bin);
            CHECK(span.begin == before.begin + before.width);
            CHECK((span.width == before.width || span.width == 2 * before.width));
        }
    }
    TEST_CASE("a moment is in the bin that contains it") {
        for (std::uint32_t bin = 0; bin < TimeBins::kBins; ++bin) {
            const TimeBins::Span span = TimeBins::spanOf(bin);
            CAPTURE(bin);
            CHECK(TimeBins::binOf(span.begin) == bin);
            CHECK(TimeBins::binOf(span.begin + span.width - 1) == bin);
        }
    }
    TEST_CASE("widths double as docs/formats/module.md says") {
        constexpr std::int64_t kMs = 1'000'000;
        CHECK(TimeBins::spanOf(0).width == 10 * kMs);
        CHECK(TimeBins::spanOf(63).width == 10 * kMs);
        CHECK(TimeBins::spanOf(64).begin == 640 * kMs);
        CHECK(TimeBins::spanOf(64).width == 20 * kMs);
        CHECK(TimeBins::spanOf(96).begin == 1280 * kMs);
        CHECK(TimeBins::spanOf(96).width == 40 * kMs);
    }
    TEST_CASE("moments outside all bins are in the first or the last one") {
        CHECK(TimeBins::binOf(-1) == 0);
        CHECK(TimeBins::binOf(std::numeric_limits<std::int64_t>::min()) == 0);
        CHECK(TimeBins::binOf(std::numeric_limits<std::int64_t>::max()) == TimeBins::kBins - 1);
    }
    TEST_CASE("without memory nothing is counted") {
        TimeBins bins;
        CHECK_FALSE(bins.begin("none", 5));
        bins.count({true, 100, -1, 6, 7});
        bins.resume();
        bins.count({true, 100, -1, 6, 7'000'000'000});
    }
}
