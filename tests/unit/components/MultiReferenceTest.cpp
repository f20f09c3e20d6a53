#include <numeric/MultiFunctionPort.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "functions/genz/Genz.hpp"
#include "gates/multi_integrator_gate/MultiReference.hpp"
#include "gates/multi_integrator_gate/Peaks.hpp"

namespace {

class Formula final : public numeric::MultiFunctionPort {
public:
    int dimension;
    std::function<double(const double*)> formula;

    Formula(int variables, std::function<double(const double*)> text)
        : dimension(variables), formula(std::move(text)) {}
    std::int32_t getDimension() override { return dimension; }
    double evaluate(sidl::rarray<double> x, std::int32_t) override { return formula(x.data()); }
    void getBounds(sidl::rarray<double>, sidl::rarray<double>, std::int32_t) override {}
    bool hasExactIntegral() override { return false; }
    double getExactIntegral() override { return std::nan(""); }
    std::string getFormula() override { return "the test's function"; }
};

gates::Reference reference(int variables, const std::function<double(const double*)>& text,
                           double accuracy, std::int64_t most = 1'000'000) {
    Formula function(variables, text);
    std::vector<double> low(static_cast<std::size_t>(variables), 0);
    std::vector<double> up(static_cast<std::size_t>(variables), 1);
    integrators::MultiIntegrand integrand(function, {low.data(), {variables}},
                                          {up.data(), {variables}});
    return gates::multiReference(integrand, accuracy, most);
}

}  // namespace

TEST_SUITE("components.MultiReference") {
    TEST_CASE("smooth functions are certain soon") {
        const auto found = reference(
            3, [](const double* x) { return std::exp(x[0] - x[1]) * std::cos(x[2]); }, 1e-6);
        const double exact = (std::exp(1) - 1) * (1 - std::exp(-1)) * std::sin(1);
        CHECK(found.uncertainty <= 0.25e-6);
        CHECK(std::abs(found.value - exact) <= 1e-6);
        CHECK(found.evaluations < 300'000);
    }

    TEST_CASE("where it is certain it is right: peaks, kinks and jumps, wide, narrow and hidden") {
        int certain = 0;
        for (const char* family : {"oscillatory", "product_peak", "corner_peak", "gaussian",
                                   "continuous", "discontinuous"}) {
            for (const int variables : {1, 2, 3, 5, 8}) {
                for (const double difficulty : {0.0, 60.0, 400.0}) {
                    const genz::Function function(family, variables, difficulty, 7);
                    const double accuracy = 1e-3 * std::abs(function.integral());
                    const auto found = reference(
                        variables, [&](const double* x) { return function.evaluate(x); }, accuracy,
                        100'000);
                    CAPTURE(function.text());
                    CAPTURE(difficulty);
                    const bool isCertain = found.uncertainty <= accuracy / 4;
                    certain += isCertain ? 1 : 0;
                    CHECK_FALSE(
                        (isCertain && std::abs(found.value - function.integral()) > accuracy));
                    CHECK(found.evaluations <= 130'000);
                }
            }
        }
        CHECK(certain >= 25);
    }

    TEST_CASE("a peak that even points hardly meet is climbed to and integrated") {
        const auto found = reference(
            4,
            [](const double* x) {
                double exponent = 0;
                for (int v = 0; v < 4; ++v) {
                    const double distance = (x[v] - 0.3 - 0.1 * v) / 0.005;
                    exponent += distance * distance;
                }
                return std::exp(-exponent / 2) + std::exp(-std::sqrt(exponent));
            },
            1e-9, 4'000'000);
        // Both terms in spherical coordinates: (2 pi)^2 and 12 pi^2 times the fourth power of the
        // width.
        const double width = 0.005;
        const double exact = (4 + 12) * M_PI * M_PI * width * width * width * width;
        CHECK(found.uncertainty <= 0.01 * exact);
        CHECK(std::abs(found.value - exact) <= 0.01 * exact);
    }

    TEST_CASE("two peaks far from each other both count") {
        const auto peak = [](double x, double y, double a, double b) {
            return std::exp(-((x - a) * (x - a) + (y - b) * (y - b)) * 1e6);
        };
        const auto found = reference(
            2,
            [&](const double* x) {
                return peak(x[0], x[1], 0.2, 0.7) + peak(x[0], x[1], 0.9, 0.1);
            },
            1e-8, 10'000'000);
        const double exact = 2 * M_PI * 1e-6;
        CHECK(found.uncertainty <= 1e-8);
        CHECK(std::abs(found.value - exact) <= 1e-8);
    }

    TEST_CASE("a function that vanishes nearly everywhere is looked at for longer") {
        const auto found = reference(
            3,
            [](const double* x) {
                const double r = std::hypot(x[0] - 0.81, x[1] - 0.13, x[2] - 0.4);
                return r < 0.03 ? 0.03 - r : 0.0;
            },
            1e-9, 1'000'000);
        // A cone over a ball: pi r^4 / 3.
        const double exact = M_PI * std::pow(0.03, 4) / 3;
        CHECK(std::abs(found.value - exact) <= found.uncertainty);
        CHECK(found.value > exact / 2);
        CHECK(reference(
                  3, [](const double*) { return 0.0; }, 1e-9)
                  .uncertainty == 0);
    }

    TEST_CASE("an integral that is not certain within the evaluations is marked as uncertain") {
        const auto rough = [](const double* x) {
            return std::sqrt(std::abs(std::sin(100 * x[0] * x[1])));
        };
        CHECK(reference(2, rough, 1e-12, 100'000).uncertainty > 1e-12);
        CHECK(std::isinf(reference(2, rough, 1e-3, 1000).uncertainty));
        CHECK(std::isinf(reference(
                             41, [](const double* x) { return x[0]; }, 1e-3)
                             .uncertainty));
    }

    TEST_CASE("the same function gives the same bits") {
        const auto rough = [](const double* x) { return std::abs(x[0] - x[1]); };
        CHECK(reference(2, rough, 1e-4).value == reference(2, rough, 1e-4).value);
    }

    TEST_CASE("what the function throws is thrown, and what is not finite is refused") {
        CHECK_THROWS_WITH(
            reference(
                2, [](const double*) -> double { throw std::runtime_error("ink"); }, 1e-3),
            "ink");
        CHECK_THROWS_AS(reference(
                            2, [](const double*) { return std::nan(""); }, 1e-3),
                        gov::cca::CCAException);
    }
}
