#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/ParameterPort.hpp>
#include <numeric/MultiFunctionPort.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "Harness.hpp"

using contract::Harness;

namespace {

struct Fixture {
    Harness harness;
    std::shared_ptr<numeric::MultiFunctionPort> function =
        harness.port<numeric::MultiFunctionPort>("numeric.MultiFunctionPort");

    double at(std::vector<double> x) const {
        const int n = static_cast<int>(x.size());
        return function->evaluate({x.data(), {n}}, n);
    }

    // The mean over a lattice of points with one irrational step for each variable.
    void checkIntegral() const {
        const int n = function->getDimension();
        std::vector<double> low(static_cast<std::size_t>(n));
        std::vector<double> up(low);
        function->getBounds({low.data(), {n}}, {up.data(), {n}}, n);
        std::vector<double> x(low);
        double sum = 0;
        double sumOfSizes = 0;
        double volume = 1;
        for (std::size_t i = 0; i < x.size(); ++i) {
            CHECK(low[i] < up[i]);
            volume *= up[i] - low[i];
        }
        constexpr int kPoints = 100000;
        for (int point = 0; point < kPoints; ++point) {
            for (std::size_t i = 0; i < x.size(); ++i) {
                const double step =
                    std::pow(2.0, static_cast<double>(i + 1) / static_cast<double>(n + 1));
                const double share = point * step + 0.5;
                x[i] = low[i] + (up[i] - low[i]) * (share - std::floor(share));
            }
            const double value = at(x);
            REQUIRE(std::isfinite(value));
            sum += value;
            sumOfSizes += std::abs(value);
        }
        const double mean = sum / kPoints * volume;
        CHECK(std::abs(mean - function->getExactIntegral()) <=
              0.01 * sumOfSizes / kPoints * volume);
    }
};

}  // namespace

TEST_SUITE("contract.numeric.MultiFunctionPort") {
    TEST_CASE_FIXTURE(Fixture, "the exact integral is that of the function, with any choice") {
        if (!function->hasExactIntegral()) {
            CHECK(std::isnan(function->getExactIntegral()));
            return;
        }
        const auto port =
            harness.port<gov::cca::ports::ParameterPort>("gov.cca.ports.ParameterPort");
        for (const auto& parameter : harness.description().parameters) {
            for (const std::string& choice : parameter.choices) {
                CAPTURE(choice);
                const auto values = port->readConfigurationMap();
                values->putString(parameter.key, choice);
                port->writeConfigurationMap(values);
                checkIntegral();
            }
        }
        checkIntegral();
    }

    TEST_CASE_FIXTURE(Fixture, "a point of another dimension is refused") {
        const auto n = static_cast<std::size_t>(function->getDimension());
        CHECK_THROWS_AS(at(std::vector<double>(n + 1)), gov::cca::CCAException);
        CHECK_THROWS_AS(at(std::vector<double>(n - 1)), gov::cca::CCAException);
    }

    TEST_CASE_FIXTURE(Fixture, "the formula is a text for people") {
        CHECK_FALSE(function->getFormula().empty());
    }
}
