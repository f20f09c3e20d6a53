#pragma once

#include <gantry/Instrumentation.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Component.hpp>
#include <numeric/FunctionPort.hpp>

#include <array>
#include <typeinfo>

namespace functions {

inline constexpr std::array kProvides{gantry::PortDescription{"function", "numeric.FunctionPort"}};
inline constexpr std::array kUses{gantry::PortDescription{
    gantry::Instrumentation::kPortName, gantry::Instrumentation::kPortType, false}};

/// A function component whose integral is known. Any number of threads may call it; evaluate is
/// timed.
///
/// Formula has the constants kLowBound, kUpBound, kText and the static functions value(x) and
/// antiderivative(x). The exact integral is antiderivative(up) - antiderivative(low), so it loses
/// digits for close bounds.
template <class Formula>
class ClosedFormFunction : public numeric::FunctionPort, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services->addProvidesPort(gantry::own(this), "function", "numeric.FunctionPort", nullptr);
        measured_.attach(services);
    }

    double evaluate(double x) override {
        const gantry::Timed timed(evaluateTimer_);
        return Formula::value(x);
    }
    void getBounds(double& lowBound, double& upBound) override {
        lowBound = Formula::kLowBound;
        upBound = Formula::kUpBound;
    }
    bool hasExactIntegral() override { return true; }
    double getExactIntegral(double lowBound, double upBound) override {
        return Formula::antiderivative(upBound) - Formula::antiderivative(lowBound);
    }
    std::string getFormula() override { return Formula::kText; }

protected:
    explicit ClosedFormFunction(const std::type_info& type) : measured_(type) {}

private:
    gantry::Instrumentation measured_;
    gantry::MethodTimer& evaluateTimer_ = measured_.timer("evaluate");
};

}  // namespace functions
