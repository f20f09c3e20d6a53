#pragma once

#include <gantry/Error.hpp>
#include <numeric/FunctionPort.hpp>

#include <atomic>
#include <string>

#include "gates/common/TrialClock.hpp"

namespace gates {

/// The function as the candidates see it: passes evaluations on, and ends an integration by
/// throwing TimeOver when its time is over. Any thread may evaluate.
class TimedFunction final : public numeric::FunctionPort {
public:
    /// From now on to function, which outlives what is integrated; null: to nowhere.
    void leadTo(numeric::FunctionPort* function) { function_ = function; }
    /// The limit of the trial; set it between trials only.
    [[nodiscard]] TrialClock& clock() { return clock_; }

    double evaluate(double x) override {
        clock_.poll();
        return target().evaluate(x);
    }
    void getBounds(double& lowBound, double& upBound) override {
        target().getBounds(lowBound, upBound);
    }
    bool hasExactIntegral() override { return target().hasExactIntegral(); }
    double getExactIntegral(double lowBound, double upBound) override {
        return target().getExactIntegral(lowBound, upBound);
    }
    std::string getFormula() override { return target().getFormula(); }

private:
    [[nodiscard]] numeric::FunctionPort& target() const {
        if (function_ == nullptr) {
            throw gantry::Error(gov::cca::CCAExceptionType::PortNotConnected,
                                "the gate's function is used outside of an integration");
        }
        return *function_;
    }

    std::atomic<numeric::FunctionPort*> function_{nullptr};
    TrialClock clock_;
};

}  // namespace gates
