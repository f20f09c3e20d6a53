#include <doctest/doctest.h>

#include <cmath>

#include "integrators/common/refine.hpp"

TEST_SUITE("components.Convergence") {
    TEST_CASE("the first difference says nothing") {
        integrators::Convergence convergence(4);

        CHECK(std::isinf(convergence.next(1)));
    }

    TEST_CASE("differences that fall as promised give Richardson's estimate") {
        integrators::Convergence convergence(4);
        convergence.next(16);
        convergence.next(4);

        CHECK(convergence.next(1) == doctest::Approx(1.0 / 3));
    }

    TEST_CASE("differences that fall more slowly than promised give a larger estimate") {
        integrators::Convergence convergence(16);
        convergence.next(4);
        convergence.next(2);

        CHECK(convergence.next(1) == doctest::Approx(1));
    }

    TEST_CASE("one lucky agreement is not believed") {
        integrators::Convergence convergence(4);
        convergence.next(8);
        convergence.next(2);

        CHECK(convergence.next(0) > 0.1);
    }

    TEST_CASE("agreement at every level is believed") {
        integrators::Convergence convergence(4);
        convergence.next(0);

        CHECK(convergence.next(0) == 0);
    }

    TEST_CASE("growing differences are never a small error") {
        integrators::Convergence convergence(16);
        convergence.next(1);

        CHECK(convergence.next(10) >= 10);
        CHECK(convergence.next(100) >= 100);
    }
}
