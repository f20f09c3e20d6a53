#include <numeric/FunctionPort.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "OneComponent.hpp"

namespace {

struct Expression : OneComponent {
    std::shared_ptr<numeric::FunctionPort> function = port<numeric::FunctionPort>("function");

    Expression() : OneComponent("functions.ExpressionFunction") {}
};

}  // namespace

TEST_SUITE("components.ExpressionFunction") {
    TEST_CASE_FIXTURE(Expression, "the function is the formula") {
        set("expression", "2*x^2 + sin(x)");

        CHECK(function->evaluate(3) == doctest::Approx(18 + std::sin(3.0)));
        CHECK(function->getFormula() == "2*x^2 + sin(x)");
    }

    TEST_CASE_FIXTURE(Expression, "pi and e are known") {
        set("expression", "pi + e");

        CHECK(function->evaluate(0) == doctest::Approx(std::acos(-1.0) + std::exp(1.0)));
    }

    TEST_CASE_FIXTURE(
        Expression,
        "a formula that does not parse is refused with its position, and the old one stays") {
        set("expression", "x + 1");
        const std::vector<std::string> bad{"",      " ",     "2*(x+",    "x +",    "y",
                                           "x x",   "sin(",  "foo(x)",   "1..2",   ")",
                                           "x ? 1", "2 @ x", "\"text\"", "x + * 3"};
        for (const std::string& text : bad) {
            CAPTURE(text);

            const std::string refusal = this->refusal("expression", text);

            CHECK(contains(refusal, "at position"));
            CHECK(contains(refusal, "'" + text + "'"));
            CHECK(function->evaluate(1) == 2);
            CHECK(parameters()->getString("expression", "") == "x + 1");
        }
    }

    TEST_CASE_FIXTURE(Expression, "the bounds are what was set") {
        set("lowBound", -2.0);
        set("upBound", 5.5);
        double low = 0;
        double up = 0;

        function->getBounds(low, up);

        CHECK(low == -2.0);
        CHECK(up == 5.5);
    }

    TEST_CASE_FIXTURE(Expression, "bounds that are not finite are refused and the old ones stay") {
        for (const double bad :
             {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
            CHECK_FALSE(refusal("upBound", bad).empty());
        }
        double low = 0;
        double up = 0;

        function->getBounds(low, up);

        CHECK(up == 1);
    }

    TEST_CASE_FIXTURE(Expression, "the integral is known once an antiderivative is given") {
        set("expression", "cos(x)");
        CHECK_FALSE(function->hasExactIntegral());
        CHECK(std::isnan(function->getExactIntegral(0, 1)));

        set("antiderivative", "sin(x)");

        CHECK(function->hasExactIntegral());
        CHECK(function->getExactIntegral(0, 1) == doctest::Approx(std::sin(1.0)));
    }

    TEST_CASE_FIXTURE(Expression, "an antiderivative of another function is refused") {
        set("expression", "cos(x)");

        CHECK(contains(refusal("antiderivative", std::string("cos(x)")),
                       "its derivative is not the expression"));
        CHECK(contains(refusal("antiderivative", std::string("sin(")), "at position"));
        CHECK_FALSE(function->hasExactIntegral());
    }

    TEST_CASE_FIXTURE(Expression, "an antiderivative does not count for the next expression") {
        set("expression", "cos(x)");
        set("antiderivative", "sin(x)");

        set("expression", "x^2");

        CHECK_FALSE(function->hasExactIntegral());
    }

    TEST_CASE_FIXTURE(Expression, "a formula may be infinite somewhere") {
        set("expression", "1/x");

        CHECK(std::isinf(function->evaluate(0)));
    }
}
