#include <numeric/RandomGeneratorPort.hpp>
#include <performance/Query.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "Harness.hpp"

using contract::Harness;

namespace {

struct Fixture {
    Harness harness;
    std::shared_ptr<numeric::RandomGeneratorPort> random =
        harness.port<numeric::RandomGeneratorPort>("numeric.RandomGeneratorPort");

    std::vector<double> sequence(std::int64_t seed) const {
        random->setSeed(seed);
        std::vector<double> values(100);
        for (double& value : values) {
            value = random->getRandomNumber();
        }
        return values;
    }
};

}  // namespace

TEST_SUITE("contract.numeric.RandomGeneratorPort") {
    TEST_CASE_FIXTURE(Fixture, "the numbers are in [0, 1) and evenly spread") {
        constexpr int kNumbers = 200000;
        std::vector<int> tenths(10);
        double sum = 0;
        for (int i = 0; i < kNumbers; ++i) {
            const double number = random->getRandomNumber();
            REQUIRE(number >= 0);
            REQUIRE(number < 1);
            sum += number;
            ++tenths[static_cast<std::size_t>(number * 10)];
        }

        CHECK(sum / kNumbers == doctest::Approx(0.5).epsilon(0.01));
        for (const int count : tenths) {
            CHECK(count == doctest::Approx(kNumbers / 10.0).epsilon(0.03));
        }
    }

    TEST_CASE_FIXTURE(Fixture, "the same seed gives the same numbers, another seed others") {
        for (const std::int64_t seed : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1} << 62}) {
            CAPTURE(seed);
            CHECK(sequence(seed) == sequence(seed));
            CHECK(sequence(seed) != sequence(seed + 1));
        }
    }

    TEST_CASE_FIXTURE(Fixture, "a new generator gives the same numbers at each run") {
        Harness again;
        const auto second = again.port<numeric::RandomGeneratorPort>("numeric.RandomGeneratorPort");

        for (int i = 0; i < 100; ++i) {
            REQUIRE(random->getRandomNumber() == second->getRandomNumber());
        }
    }

    TEST_CASE_FIXTURE(Fixture, "several threads may draw at once") {
        std::atomic<int> outside{0};
        {
            std::vector<std::jthread> threads;
            for (int t = 0; t < 4; ++t) {
                threads.emplace_back([&] {
                    for (int i = 0; i < 10000; ++i) {
                        const double number = random->getRandomNumber();
                        outside += number >= 0 && number < 1 ? 0 : 1;
                    }
                });
            }
        }

        CHECK(outside == 0);
    }

    TEST_CASE_FIXTURE(Fixture, "every number is timed while a performance component is connected") {
        const auto query = harness.measure();
        REQUIRE(query);

        for (int i = 0; i < 13; ++i) {
            random->getRandomNumber();
        }

        CHECK(contract::callsOf(*query, "subject::getRandomNumber") == 13);
    }
}
