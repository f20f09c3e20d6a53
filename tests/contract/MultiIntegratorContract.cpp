#include <gov/cca/AbstractFramework.hpp>
#include <gov/cca/Services.hpp>
#include <numeric/MultiFunctionPort.hpp>
#include <numeric/MultiIntegratorPort.hpp>
#include <performance/Query.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "Harness.hpp"

using contract::Harness;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

class TestMultiFunction final : public numeric::MultiFunctionPort {
public:
    int dimension = 2;
    std::function<double(const double*)> formula = [](const double* x) { return x[0] + x[1]; };
    std::int64_t evaluations = 0;

    std::int32_t getDimension() override { return dimension; }
    double evaluate(sidl::rarray<double> x, std::int32_t n) override {
        CHECK(n == dimension);
        ++evaluations;
        return formula(x.data());
    }
    void getBounds(sidl::rarray<double>, sidl::rarray<double>, std::int32_t) override {}
    bool hasExactIntegral() override { return false; }
    double getExactIntegral() override { return kNaN; }
    std::string getFormula() override { return "the test's function"; }
};

struct Fixture {
    Harness harness;
    std::shared_ptr<TestMultiFunction> function = std::make_shared<TestMultiFunction>();
    std::shared_ptr<numeric::MultiIntegratorPort> integrator =
        harness.port<numeric::MultiIntegratorPort>("numeric.MultiIntegratorPort");
    std::shared_ptr<gov::cca::AbstractFramework> embedding = harness.framework.abstractFramework();
    std::shared_ptr<gov::cca::Services> services =
        embedding->getServices("functions", "tests.Functions", nullptr);
    gantry::framework::ConnectionInfo connection{"subject", "function", "functions", "function"};
    double error = -1;
    std::int64_t evaluations = -1;

    Fixture() {
        services->addProvidesPort(function, "function", "numeric.MultiFunctionPort", nullptr);
        harness.framework.connect(connection);
    }
    ~Fixture() { embedding->releaseServices(services); }
    Fixture(const Fixture&) = delete;
    Fixture& operator=(const Fixture&) = delete;

    double integrate(std::vector<double> low, std::vector<double> up, double accuracy,
                     std::int64_t most = 400000) {
        const int n = static_cast<int>(low.size());
        return integrator->integrateToAccuracy({low.data(), {n}},
                                               {up.data(), {static_cast<int>(up.size())}}, n,
                                               accuracy, most, error, evaluations);
    }
};

}  // namespace

TEST_SUITE("contract.numeric.MultiIntegratorPort") {
    TEST_CASE_FIXTURE(Fixture, "the error is below the accuracy that was met by its own estimate") {
        CHECK(std::abs(integrate({0, 0}, {1, 1}, 1e-3) - 1) <= 1e-3);
        CHECK(error <= 1e-3);
        function->formula = [](const double* x) { return std::exp(x[0]) * std::sin(x[1]); };
        CHECK(std::abs(integrate({0, -1}, {2, 2}, 1e-2) -
                       (std::exp(2.0) - 1) * (std::cos(1.0) - std::cos(2.0))) <= 1e-2);
        CHECK(error <= 1e-2);
        function->dimension = 1;
        function->formula = [](const double* x) { return x[0] * x[0]; };
        CHECK(std::abs(integrate({0}, {3}, 1e-3) - 9) <= 1e-3);
        function->dimension = 5;
        function->formula = [](const double* x) { return x[0] * x[1] * x[2] * x[3] * x[4]; };
        CHECK(std::abs(integrate({0, 0, 0, 0, 0}, {1, 1, 1, 1, 1}, 1e-3) - 1.0 / 32) <= 1e-3);
    }

    TEST_CASE_FIXTURE(Fixture, "the evaluations that are reported are those that were made") {
        integrate({0, 0}, {1, 1}, 1e-2);
        CHECK(evaluations == function->evaluations);
        CHECK(evaluations > 0);
    }

    TEST_CASE_FIXTURE(Fixture, "an accuracy that cannot be met ends near the limit and says so") {
        function->formula = [](const double* x) {
            return std::sqrt(std::abs(std::sin(100 * x[0] * x[1])));
        };
        for (const std::int64_t limit : {1, 50, 2000}) {
            CAPTURE(limit);
            function->evaluations = 0;
            CHECK(std::isfinite(integrate({0, 0}, {1, 1}, 1e-13, limit)));
            CHECK_FALSE(error <= 1e-13);
            CHECK(function->evaluations <= 2 * limit + 1000);
        }
    }

    TEST_CASE_FIXTURE(Fixture, "exchanged bounds change the sign; equal ones give zero") {
        function->formula = [](const double* x) { return 1 + x[0]; };
        CHECK(std::abs(integrate({1, 0}, {0, 1}, 1e-3) + 1.5) <= 1e-3);
        CHECK(integrate({0, 1}, {1, 1}, 1e-9) == 0);
        CHECK(error == 0);
    }

    TEST_CASE_FIXTURE(Fixture, "requests that make no sense are refused") {
        for (const double accuracy : {0.0, -1.0, kNaN, kInfinity}) {
            CHECK_THROWS_AS(integrate({0, 0}, {1, 1}, accuracy), gov::cca::CCAException);
        }
        CHECK_THROWS_AS(integrate({0, 0}, {1, 1}, 0.1, 0), gov::cca::CCAException);
        CHECK_THROWS_AS(integrate({0, 0}, {1, 1}, 0.1, -5), gov::cca::CCAException);
        for (const double bad : {kNaN, kInfinity, -kInfinity}) {
            CHECK_THROWS_AS(integrate({0, bad}, {1, 1}, 0.1), gov::cca::CCAException);
            CHECK_THROWS_AS(integrate({0, 0}, {1, bad}, 0.1), gov::cca::CCAException);
        }
        CHECK_THROWS_AS(integrate({0}, {1}, 0.1), gov::cca::CCAException);
        CHECK_THROWS_AS(integrate({0, 0, 0}, {1, 1, 1}, 0.1), gov::cca::CCAException);
        CHECK_THROWS_AS(integrate({0, 0}, {1}, 0.1), gov::cca::CCAException);
        CHECK_THROWS_AS(integrate({}, {}, 0.1), gov::cca::CCAException);
    }

    TEST_CASE_FIXTURE(Fixture, "a number of variables that is not that of the bounds is refused") {
        std::vector<double> low{0, 0};
        std::vector<double> up{1, 1};
        for (const int n : {0, 1, 3}) {
            CAPTURE(n);
            CHECK_THROWS_AS(integrator->integrateToAccuracy({low.data(), {2}}, {up.data(), {2}}, n,
                                                            0.1, 1000, error, evaluations),
                            gov::cca::CCAException);
        }
    }

    TEST_CASE_FIXTURE(Fixture, "what the function throws, or is not finite, reaches the caller") {
        function->formula = [](const double*) -> double {
            throw std::runtime_error("out of paper");
        };
        CHECK_THROWS_WITH(integrate({0, 0}, {1, 1}, 0.1), "out of paper");
        for (const double bad : {kNaN, kInfinity}) {
            function->formula = [bad](const double*) { return bad; };
            CHECK_THROWS_AS(integrate({0, 0}, {1, 1}, 0.1), gov::cca::CCAException);
        }
        function->formula = [](const double*) { return 2.0; };
        CHECK(integrate({0, 0}, {1, 1}, 0.1) == doctest::Approx(2));
    }

    TEST_CASE_FIXTURE(Fixture, "the same request gives the same bits") {
        function->formula = [](const double* x) { return std::exp(x[0] * x[1]); };
        const double first = integrate({0, 0}, {1, 1}, 1e-3);
        CHECK(integrate({0, 0}, {1, 1}, 1e-3) == first);
    }

    TEST_CASE_FIXTURE(Fixture, "without a function the call is refused") {
        harness.framework.disconnect(connection);
        CHECK_THROWS_AS(integrate({0, 0}, {1, 1}, 0.1), gov::cca::CCAException);
    }

    TEST_CASE_FIXTURE(Fixture, "calls are timed while a performance component is connected") {
        const auto query = harness.measure();
        REQUIRE(query);
        integrate({0, 0}, {1, 1}, 0.1);
        CHECK(contract::callsOf(*query, "subject::integrateToAccuracy") == 1);
    }
}
