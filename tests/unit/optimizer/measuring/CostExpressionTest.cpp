#include <gov/cca/CCAException.hpp>

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

#include "measuring/CostExpression.hpp"

namespace {

const std::vector<std::string> kNames{"seconds", "cpu", "quality"};

double cost(const std::string& text, std::array<double, 3> figures = {2, 3, 0.5}) {
    return optimizer::CostExpression(text, kNames).evaluate(figures);
}

std::string refusal(const std::string& text) {
    try {
        const optimizer::CostExpression expression(text, kNames);
    } catch (gov::cca::CCAException& error) {
        return error.getNote();
    }
    return "";
}

}  // namespace

TEST_SUITE("optimizer.measuring.CostExpression") {
    TEST_CASE("a metric is a figure, or a formula over figures") {
        CHECK(cost("seconds") == 2);
        CHECK(cost("cpu * 2 + seconds") == 8);
        CHECK(cost("seconds*(1 + 10*quality)") == 12);
        CHECK(cost("cpu - seconds - 1") == 0);
        CHECK(cost("8 / seconds / seconds") == 2);
        CHECK(cost("-seconds^2") == -4);
        CHECK(cost("2^3^2") == 512);
        CHECK(cost(" max( seconds , cpu ) + min(1,2) ") == 4);
        CHECK(cost("sqrt(4) + abs(-1) + log(1)") == 3);
        CHECK(cost("1.5e1") == 15);
    }

    TEST_CASE("an invalid formula is refused with its position and the available figures") {
        CHECK(refusal("seconds +").find("at position 10") != std::string::npos);
        CHECK(refusal("").find("a number, a figure or a parenthesis is missing") !=
              std::string::npos);
        CHECK(refusal("joules").find("there is no figure 'joules'") != std::string::npos);
        CHECK(refusal("joules").find("seconds, cpu, quality") != std::string::npos);
        CHECK(refusal("(seconds").find("')' is missing") != std::string::npos);
        CHECK(refusal("max(seconds)").find("',' is missing") != std::string::npos);
        CHECK(refusal("sin(1)").find("there is no function 'sin'") != std::string::npos);
        CHECK(refusal("seconds cpu").find("text after the formula") != std::string::npos);
        CHECK(refusal("1..2") != "");
        CHECK(refusal("1e999") != "");
    }

    TEST_CASE("no depth of brackets ends the program") {
        CHECK(refusal(std::string(100000, '(')).find("nested too deeply") != std::string::npos);
        CHECK(refusal(std::string(100000, '-') + "1").find("nested too deeply") !=
              std::string::npos);
    }
}
