#pragma once

#include <gantry/Error.hpp>
#include <numeric/FunctionPort.hpp>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace gates {

/// Thrown out of an integrator whose time is over.
class TimeOver final : public gantry::Error {
public:
    TimeOver() : Error(gov::cca::CCAExceptionType::Nonstandard, "the time of the trial is over") {}
};

/// The function as the candidates see it: passes evaluations on, and ends an integration by
/// throwing TimeOver when its time is over. Any thread may evaluate.
class TimedFunction final : public numeric::FunctionPort {
public:
    /// From now on to function, which outlives what is integrated; null: to nowhere.
    void leadTo(numeric::FunctionPort* function) { function_ = function; }
    /// The seconds that are left; infinite: no limit.
    void limit(double seconds) {
        over_ = false;
        limited_ = std::isfinite(seconds);
        count_ = 0;
        if (limited_) {
            end_ = std::chrono::steady_clock::now() +
                   std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                       std::chrono::duration<double>(seconds));
        }
    }
    /// Whether an integration was ended.
    [[nodiscard]] bool isOver() const { return over_; }

    double evaluate(double x) override {
        constexpr std::uint32_t kLook = 63;
        if (limited_ && (count_.fetch_add(1, std::memory_order_relaxed) & kLook) == kLook &&
            std::chrono::steady_clock::now() > end_) {
            over_ = true;
            throw TimeOver();
        }
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
    bool limited_ = false;
    std::chrono::steady_clock::time_point end_;
    std::atomic<std::uint32_t> count_{0};
    std::atomic<bool> over_{false};
};

}  // namespace gates
