#include <numeric/FunctionPort.hpp>
#include <performance/Query.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <thread>
#include <vector>

#include "Harness.hpp"

using contract::Harness;

namespace {

struct Fixture {
    Harness harness;
    std::shared_ptr<numeric::FunctionPort> function =
        harness.port<numeric::FunctionPort>("numeric.FunctionPort");
    double low = 0;
    double up = 0;

    Fixture() { function->getBounds(low, up); }

    // An independent value by Simpson's rule.
    double integral(double from, double to) const {
        constexpr int kPanels = 4096;
        double sum = function->evaluate(from) + function->evaluate(to);
        for (int i = 1; i < kPanels; ++i) {
            sum += (i % 2 == 1 ? 4 : 2) * function->evaluate(from + (to - from) * i / kPanels);
        }
        return sum * (to - from) / (3 * kPanels);
    }
};

}  // namespace

TEST_SUITE("contract.numeric.FunctionPort") {
    TEST_CASE_FIXTURE(Fixture, "the bounds are finite, the lower one first") {
        CHECK(std::isfinite(low));
        CHECK(std::isfinite(up));
        CHECK(low < up);
    }

    TEST_CASE_FIXTURE(Fixture, "the function is finite between its bounds") {
        for (int i = 0; i <= 1000; ++i) {
            const double x = low + (up - low) * i / 1000;
            CAPTURE(x);
            REQUIRE(std::isfinite(function->evaluate(x)));
        }
    }

    TEST_CASE_FIXTURE(Fixture,
                      "the exact integral is that of the function, or NaN where it is not known") {
        const double exact = function->getExactIntegral(low, up);

        if (function->hasExactIntegral()) {
            CHECK(exact == doctest::Approx(integral(low, up)).epsilon(1e-8));
            const double third = low + (up - low) / 3;
            CHECK(function->getExactIntegral(low, third) ==
                  doctest::Approx(integral(low, third)).epsilon(1e-8));
            CHECK(function->getExactIntegral(up, low) == doctest::Approx(-exact));
            CHECK(function->getExactIntegral(third, third) == 0);
        } else {
            CHECK(std::isnan(exact));
        }
    }

    TEST_CASE_FIXTURE(Fixture, "the formula is a text for people") {
        CHECK_FALSE(function->getFormula().empty());
    }

    TEST_CASE_FIXTURE(Fixture, "several threads get the values that one thread gets") {
        constexpr int kPoints = 2000;
        std::vector<double> expected(kPoints);
        for (int i = 0; i < kPoints; ++i) {
            expected[static_cast<std::size_t>(i)] =
                function->evaluate(low + (up - low) * i / kPoints);
        }
        std::atomic<int> wrong{0};
        {
            std::vector<std::jthread> threads;
            for (int t = 0; t < 4; ++t) {
                threads.emplace_back([&] {
                    for (int i = 0; i < kPoints; ++i) {
                        const double value = function->evaluate(low + (up - low) * i / kPoints);
                        wrong += value == expected[static_cast<std::size_t>(i)] ? 0 : 1;
                    }
                });
            }
        }

        CHECK(wrong == 0);
    }

    TEST_CASE_FIXTURE(Fixture,
                      "every evaluation is timed while a performance component is connected") {
        const auto query = harness.measure();
        REQUIRE(query);

        for (int i = 0; i < 17; ++i) {
            function->evaluate(low);
        }

        CHECK(contract::callsOf(*query, "subject::evaluate") == 17);
    }
}
