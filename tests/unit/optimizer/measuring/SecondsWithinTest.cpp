#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "measuring/secondsWithin.hpp"

namespace {

using optimizer::CostExpression;
using optimizer::secondsWithin;

double limitOf(const std::string& formula, double seconds, double counted, double quality,
               double costLimit) {
    const CostExpression cost(formula, {"seconds", "counted", "quality"});
    return secondsWithin(cost, {seconds, counted, quality}, costLimit);
}

}  // namespace

TEST_SUITE("optimizer.measuring.SecondsWithin") {
    TEST_CASE("a limit of a cost that is proportional to the time is that of the last call") {
        CHECK(limitOf("1000 * seconds", 2, 0, 0, 3000) == doctest::Approx(3));
        CHECK(limitOf("counted", 2, 50, 0, 75) == doctest::Approx(3));
        CHECK(limitOf("seconds ^ 2", 2, 0, 0, 9) == doctest::Approx(3));
    }

    TEST_CASE("where accuracy counts as well, a call gets the time of one without an error") {
        CHECK(limitOf("seconds * (1 + quality)", 2, 0, 0.5, 3) == doctest::Approx(3));
        CHECK(limitOf("seconds + 10 * quality", 2, 0, 0.1, 1.5) == doctest::Approx(1.5));
    }

    TEST_CASE("where only accuracy counts, a call may take ten times as long as the last one") {
        CHECK(limitOf("quality", 2, 7, 0.1, 0.001) == 20);
        CHECK(limitOf("quality", 2, 7, 0.1, 1000) == 20);
        CHECK(limitOf("quality - 3", 2, 7, 0.1, 0) == 20);
    }

    TEST_CASE("a cost that falls with the time limits no call further than one of accuracy") {
        CHECK(limitOf("1 / seconds", 2, 0, 0, 0.1) == 20);
        CHECK(limitOf("log(0 - seconds)", 2, 0, 0, 1) == 20);
    }

    TEST_CASE("a limit that every call exceeds leaves no time") {
        CHECK(limitOf("seconds + 1", 2, 0, 0, 0.5) == doctest::Approx(0));
    }
}
