#include <gantry/Instrumentation.hpp>
#include <gantry/Parameters.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Component.hpp>
#include <numeric/FunctionPort.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <mutex>

#include "Expression.hpp"

namespace functions {
namespace {

constexpr std::array kProvides{
    gantry::PortDescription{"function", "numeric.FunctionPort"},
    gantry::PortDescription{"configuration", "gov.cca.ports.ParameterPort"}};
constexpr std::array kUses{gantry::PortDescription{gantry::Instrumentation::kPortName,
                                                   gantry::Instrumentation::kPortType, false}};
constexpr std::array kParameters{
    gantry::ParameterDescription{"configuration", "expression", "string", "x",
                                 "The function as a formula in x"},
    gantry::ParameterDescription{"configuration", "lowBound", "double", "0",
                                 "Where its interval begins"},
    gantry::ParameterDescription{"configuration", "upBound", "double", "1",
                                 "Where its interval ends"},
    gantry::ParameterDescription{
        "configuration", "antiderivative", "string", "",
        "A formula whose derivative is expression (set expression first); empty: not known"}};
constexpr auto kDescription =
    gantry::describe({"functions.ExpressionFunction", "1.0", "A function given as a formula in x"},
                     kProvides, kUses, kParameters);

struct Interval {
    double low;
    double up;
};

// Compares expression with the slope of antiderivative at points inside the interval; points at
// which one of them is not finite tell nothing.
bool isDerivative(const Expression& expression, const Expression& antiderivative,
                  const Interval& interval) {
    constexpr int kPoints = 16;
    const double width = interval.up - interval.low;
    const double step = width * 1e-5;
    for (int i = 1; i < kPoints; ++i) {
        const double x = interval.low + width * i / kPoints;
        const double expected = expression(x);
        const double slope = (antiderivative(x + step) - antiderivative(x - step)) / (2 * step);
        if (std::isfinite(expected) && std::isfinite(slope) &&
            std::abs(slope - expected) > 1e-4 * (1 + std::abs(expected))) {
            return false;
        }
    }
    return true;
}

// What the function is at one time; it does not change.
struct Definition {
    std::shared_ptr<const Expression> expression;
    /// Null where it is not known or belongs to another expression.
    std::shared_ptr<const Expression> antiderivative;
    Interval interval;
};

}  // namespace

class ExpressionFunction final : public numeric::FunctionPort, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services->addProvidesPort(gantry::own(this), "function", "numeric.FunctionPort", nullptr);
        parameters_.attach(services, kDescription, "configuration",
                           [this](const std::string& key) { change(key); });
        change("expression");
        measured_.attach(services);
    }

    double evaluate(double x) override {
        const gantry::Timed timed(evaluateTimer_);
        return (*definition()->expression)(x);
    }
    void getBounds(double& lowBound, double& upBound) override {
        const auto now = definition();
        lowBound = now->interval.low;
        upBound = now->interval.up;
    }
    bool hasExactIntegral() override { return definition()->antiderivative != nullptr; }
    double getExactIntegral(double lowBound, double upBound) override {
        const auto now = definition();
        return now->antiderivative
                   ? (*now->antiderivative)(upBound) - (*now->antiderivative)(lowBound)
                   : std::numeric_limits<double>::quiet_NaN();
    }
    std::string getFormula() override { return definition()->expression->text(); }

private:
    [[nodiscard]] std::shared_ptr<const Definition> definition() const {
        const std::lock_guard lock(mutex_);
        return definition_;
    }

    void change(const std::string& key) {
        Definition next{
            std::make_shared<Expression>("expression", parameters_.getString("expression")),
            nullptr,
            {parameters_.getDouble("lowBound"), parameters_.getDouble("upBound")}};
        if (!std::isfinite(next.interval.low) || !std::isfinite(next.interval.up)) {
            throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                                key + " must be a finite number");
        }
        const std::string text = parameters_.getString("antiderivative");
        if (!text.empty()) {
            auto antiderivative = std::make_shared<Expression>("antiderivative", text);
            if (isDerivative(*next.expression, *antiderivative, next.interval)) {
                next.antiderivative = std::move(antiderivative);
            } else if (key == "antiderivative") {
                throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                                    "antiderivative '" + text +
                                        "': its derivative is not the expression '" +
                                        next.expression->text() +
                                        "'; set expression first, or correct one of them");
            }
        }
        auto accepted = std::make_shared<const Definition>(std::move(next));
        const std::lock_guard lock(mutex_);
        definition_ = std::move(accepted);
    }

    mutable std::mutex mutex_;
    std::shared_ptr<const Definition> definition_;
    gantry::Parameters parameters_;
    gantry::Instrumentation measured_{typeid(ExpressionFunction)};
    gantry::MethodTimer& evaluateTimer_ = measured_.timer("evaluate");
};

}  // namespace functions

GANTRY_COMPONENT(functions::ExpressionFunction, functions::kDescription);
