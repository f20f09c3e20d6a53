#include <numeric/IntegratorPort.hpp>
#include <performance/Query.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <thread>
#include <vector>

#include "Harness.hpp"

using contract::Harness;

namespace {

constexpr const char* kType = "numeric.IntegratorPort";
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Result {
    double value = 0;
    double errorEstimate = -1;
    std::int64_t evaluations = -1;
};

struct Fixture {
    Harness harness;
    std::shared_ptr<numeric::IntegratorPort> integrator =
        harness.port<numeric::IntegratorPort>(kType);

    Result toAccuracy(double low, double up, double accuracy,
                      std::int64_t maxEvaluations = 2000000) const {
        Result result;
        result.value = integrator->integrateToAccuracy(low, up, accuracy, maxEvaluations,
                                                       result.errorEstimate, result.evaluations);
        return result;
    }
};

struct Problem {
    const char* name;
    std::function<double(double)> formula;
    double low;
    double up;
    double exact;
};

const std::vector<Problem>& problems() {
    static const std::vector<Problem> kProblems{
        {"3", [](double) { return 3.0; }, 0, 2, 6},
        {"x", [](double x) { return x; }, -1, 2, 1.5},
        {"x^3", [](double x) { return x * x * x; }, 0, 1, 0.25},
        {"exp(x)", [](double x) { return std::exp(x); }, 0, 1, std::exp(1.0) - 1},
        {"4/(1+x^2)", [](double x) { return 4 / (1 + x * x); }, 0, 1, 4 * std::atan(1.0)},
        {"sin(x)", [](double x) { return std::sin(x); }, 0, 4 * std::atan(1.0), 2},
        {"sin(4 pi x)^2", [](double x) { return std::pow(std::sin(16 * std::atan(1.0) * x), 2); },
         0, 1, 0.5},
        {"a step at 1/3", [](double x) { return x < 1.0 / 3 ? 0.0 : 1.0; }, 0, 1, 2.0 / 3}};
    return kProblems;
}

}  // namespace

TEST_SUITE("contract.numeric.IntegratorPort") {
    TEST_CASE_FIXTURE(Fixture, "many evaluations bring the value near the integral") {
        for (const Problem& problem : problems()) {
            CAPTURE(problem.name);
            harness.function->formula = problem.formula;

            const double value = integrator->integrate(problem.low, problem.up, 100000);

            CHECK(value == doctest::Approx(problem.exact).epsilon(0.02));
        }
    }

    TEST_CASE_FIXTURE(Fixture, "no more evaluations are spent than the rule needs for the count") {
        for (const int count : {1, 2, 3, 10, 1001}) {
            CAPTURE(count);
            harness.function->evaluations = 0;

            integrator->integrate(0, 1, count);

            CHECK(harness.function->evaluations <= std::max(count, 3));
            CHECK(harness.function->evaluations > 0);
        }
    }

    TEST_CASE_FIXTURE(Fixture,
                      "the error is below the accuracy that was met by the rule's own estimate") {
        for (const Problem& problem : problems()) {
            CAPTURE(problem.name);
            harness.function->formula = problem.formula;

            const Result result = toAccuracy(problem.low, problem.up, 0.01);

            CHECK(result.errorEstimate <= 0.01);
            CHECK(std::abs(result.value - problem.exact) <= 0.01);
        }
    }

    TEST_CASE_FIXTURE(Fixture, "of many runs hardly any misses the accuracy that it says it met") {
        constexpr int kRuns = 300;
        int misses = 0;
        for (int run = 0; run < kRuns; ++run) {
            const double slope = 1 + run % 7;
            harness.function->formula = [slope](double x) { return slope * x * x; };

            const Result result = toAccuracy(0, 1, 0.02);

            CHECK(result.errorEstimate <= 0.02);
            misses += std::abs(result.value - slope / 3) > 0.02 ? 1 : 0;
        }

        CHECK(misses <= 1);
    }

    TEST_CASE_FIXTURE(Fixture, "the evaluations that are reported are those that were made") {
        const Result result = toAccuracy(0, 1, 0.01);

        CHECK(result.evaluations == harness.function->evaluations);
    }

    TEST_CASE_FIXTURE(Fixture,
                      "an accuracy that cannot be met spends no more than the limit and says so") {
        harness.function->formula = [](double x) { return std::sqrt(std::abs(std::sin(100 * x))); };
        for (const std::int64_t limit : {3, 50, 1234}) {
            CAPTURE(limit);
            harness.function->evaluations = 0;

            const Result result = toAccuracy(0, 1, 1e-12, limit);

            CHECK(harness.function->evaluations <= limit);
            CHECK_FALSE(result.errorEstimate <= 1e-12);
            CHECK(std::isfinite(result.value));
        }
    }

    TEST_CASE_FIXTURE(Fixture, "a few evaluations that happen to be equal meet no accuracy") {
        harness.function->formula = [](double x) { return x == 1.0 / 3 ? 1.0 : 0.0; };

        const Result result = toAccuracy(0, 1, 1e-6, 3);

        CHECK_FALSE(result.errorEstimate <= 1e-6);
    }

    TEST_CASE_FIXTURE(Fixture, "exchanged bounds change the sign") {
        harness.function->formula = [](double x) { return std::exp(x); };

        const Result result = toAccuracy(1, 0, 0.01);

        CHECK(std::abs(result.value - (1 - std::exp(1.0))) <= 0.01);
        CHECK(integrator->integrate(1, 0, 100000) ==
              doctest::Approx(1 - std::exp(1.0)).epsilon(0.02));
    }

    TEST_CASE_FIXTURE(Fixture, "equal bounds give zero without an error") {
        const Result result = toAccuracy(0.7, 0.7, 1e-12);

        CHECK(result.value == 0);
        CHECK(result.errorEstimate == 0);
        CHECK(integrator->integrate(0.7, 0.7, 10) == 0);
    }

    TEST_CASE_FIXTURE(Fixture, "an accuracy that is not a positive number is refused") {
        for (const double accuracy : {0.0, -1e-3, kNaN, kInfinity, -kInfinity}) {
            CAPTURE(accuracy);
            CHECK_THROWS_AS(toAccuracy(0, 1, accuracy), gov::cca::CCAException);
        }
    }

    TEST_CASE_FIXTURE(Fixture, "bounds that are not finite, or infinitely far apart, are refused") {
        constexpr double kHuge = std::numeric_limits<double>::max();
        const std::vector<std::pair<double, double>> pairs{
            {kNaN, 1}, {0, kNaN}, {-kInfinity, 0}, {0, kInfinity}, {kNaN, kNaN}, {-kHuge, kHuge}};
        for (const auto& [eachLow, eachUp] : pairs) {
            const auto& low = eachLow;
            const auto& up = eachUp;
            CAPTURE(low);
            CAPTURE(up);
            CHECK_THROWS_AS(toAccuracy(low, up, 0.01), gov::cca::CCAException);
            CHECK_THROWS_AS(integrator->integrate(low, up, 100), gov::cca::CCAException);
        }
    }

    TEST_CASE_FIXTURE(Fixture, "a count or limit below one is refused") {
        for (const int count : {0, -1, std::numeric_limits<int>::lowest()}) {
            CAPTURE(count);
            CHECK_THROWS_AS(integrator->integrate(0, 1, count), gov::cca::CCAException);
            CHECK_THROWS_AS(toAccuracy(0, 1, 0.01, count), gov::cca::CCAException);
        }
    }

    TEST_CASE_FIXTURE(Fixture,
                      "a function that is not finite is an error, and the next call works again") {
        for (const double bad : {kNaN, kInfinity, -kInfinity}) {
            CAPTURE(bad);
            harness.function->formula = [bad](double) { return bad; };

            CHECK_THROWS_AS(toAccuracy(0, 1, 0.01), gov::cca::CCAException);
            CHECK_THROWS_AS(integrator->integrate(0, 1, 100), gov::cca::CCAException);

            harness.function->formula = [](double x) { return x; };
            CHECK(std::abs(toAccuracy(0, 1, 0.01).value - 0.5) <= 0.01);
        }
    }

    TEST_CASE_FIXTURE(Fixture,
                      "what the function throws reaches the caller, and no port stays in use") {
        harness.function->formula = [](double) -> double {
            throw std::runtime_error("out of paper");
        };

        CHECK_THROWS_WITH(integrator->integrate(0, 1, 100), "out of paper");
        CHECK_THROWS_WITH(toAccuracy(0, 1, 0.01), "out of paper");

        CHECK_NOTHROW(harness.disconnect("numeric.FunctionPort"));
    }

    TEST_CASE_FIXTURE(Fixture, "without a function the call is refused; with one again it works") {
        harness.disconnect("numeric.FunctionPort");

        CHECK_THROWS_AS(integrator->integrate(0, 1, 100), gov::cca::CCAException);
        CHECK_THROWS_AS(toAccuracy(0, 1, 0.01), gov::cca::CCAException);

        harness.connect("numeric.FunctionPort");
        CHECK(std::abs(toAccuracy(0, 1, 0.01).value - 0.5) <= 0.01);
    }

    TEST_CASE_FIXTURE(Fixture, "several threads may integrate at once") {
        harness.function->formula = [](double x) { return std::exp(x); };
        std::vector<double> values(4);
        {
            std::vector<std::jthread> threads;
            for (double& value : values) {
                threads.emplace_back([&value, this] { value = toAccuracy(0, 1, 0.01).value; });
            }
        }

        for (const double value : values) {
            CHECK(std::abs(value - (std::exp(1.0) - 1)) <= 0.01);
        }
    }

    TEST_CASE_FIXTURE(Fixture,
                      "both methods are timed while a performance component is connected") {
        const auto query = harness.measure();
        REQUIRE(query);

        integrator->integrate(0, 1, 10);
        toAccuracy(0, 1, 0.1);
        toAccuracy(0, 1, 0.1);

        CHECK(contract::callsOf(*query, "subject::integrate") == 1);
        CHECK(contract::callsOf(*query, "subject::integrateToAccuracy") == 2);
    }
}
