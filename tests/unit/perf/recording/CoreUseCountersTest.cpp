#include <perf/recording/CoreUseCounters.hpp>

#include <doctest/doctest.h>

using namespace gantry::perf;

TEST_SUITE("perf.recording.CoreUseCounters") {
    TEST_CASE("cores are busy where they neither idle nor wait for files, and guests count once") {
        //                                   user nice system idle wait irq soft steal guest
        const auto seconds = coreSecondsIn("cpu  100 20 30 400 50 1 2 7 90 0\ncpu0 1 2 3\n", 100);
        REQUIRE(seconds);
        CHECK(seconds->all == doctest::Approx(6.1));
        CHECK(seconds->busy == doctest::Approx(1.6));
    }

    TEST_CASE("a text that is not that of the kernel has no times") {
        for (const char* text : {"", "cpu", "cpu 1 2 3", "cpu0 1 2 3 4 5 6 7 8",
                                 "cpu a b c d e f g h", "\ncpu 1 2 3 4 5 6 7 8"}) {
            CAPTURE(text);
            CHECK_FALSE(coreSecondsIn(text, 100));
        }
        CHECK_FALSE(coreSecondsIn("cpu 1 2 3 4 5 6 7 8", 0));
    }

    TEST_CASE("of this machine, no more is busy than there is") {
        const CoreUseCounters counters;
        // Until a tick of a core has passed nothing is known; a sandbox may have no counters at
        // all.
        std::optional<CoreUse> use;
        for (int i = 0; i < 1'000'000 && !use; ++i) {
            use = counters.use();
        }
        if (!use) {
            MESSAGE("skipped: /proc/stat does not count here");
            return;
        }
        CHECK(use->available > 0);
        CHECK(use->busy >= 0);
        CHECK(use->busy <= use->available * 1.001);
        CHECK(use->own >= 0);
    }
}
