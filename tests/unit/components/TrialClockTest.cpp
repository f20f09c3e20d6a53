#include <doctest/doctest.h>

#include <initializer_list>
#include <limits>

#include "gates/common/TrialClock.hpp"

namespace {

// More often than the calls between two readings of the clock.
void pollOften(gates::TrialClock& clock) {
    for (int i = 0; i < 1000; ++i) {
        clock.poll();
    }
}

}  // namespace

TEST_SUITE("components.TrialClock") {
    TEST_CASE("a trial whose time is over ends from within the function that is called") {
        gates::TrialClock clock;
        clock.limit(-1);
        CHECK_THROWS_AS(pollOften(clock), gates::TimeOver);
        CHECK(clock.isOver());
    }

    TEST_CASE("a limit of any size is not over at once") {
        for (const double seconds :
             {1e8, 1e9, 1e10, 1e20, 1e297, std::numeric_limits<double>::infinity()}) {
            CAPTURE(seconds);
            gates::TrialClock clock;
            clock.limit(seconds);
            CHECK_NOTHROW(pollOften(clock));
            CHECK_FALSE(clock.isOver());
        }
    }
}
