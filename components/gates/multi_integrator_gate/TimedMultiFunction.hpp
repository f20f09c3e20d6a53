#pragma once

#include <gantry/Error.hpp>
#include <numeric/MultiFunctionPort.hpp>

#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <string>

#include "gates/common/TrialClock.hpp"

namespace gates {

/// The function of several variables as the candidates see it: counts and passes evaluations on,
/// keeps what the function throws, and ends an integration by throwing TimeOver when its time is
/// over. Any thread may evaluate.
class TimedMultiFunction final : public numeric::MultiFunctionPort {
public:
    /// From now on to function, which outlives what is integrated; null: to nowhere.
    void leadTo(numeric::MultiFunctionPort* function) {
        function_ = function;
        evaluations_ = 0;
        thrown_ = nullptr;
    }
    /// The limit of the trial; set it between trials only.
    [[nodiscard]] TrialClock& clock() { return clock_; }
    /// Since leadTo.
    [[nodiscard]] std::int64_t evaluations() const { return evaluations_; }
    /// Throws again what the function itself threw since leadTo; else does nothing.
    void rethrow() {
        const std::lock_guard lock(mutex_);
        if (thrown_) {
            std::rethrow_exception(thrown_);
        }
    }

    std::int32_t getDimension() override { return target().getDimension(); }
    double evaluate(sidl::rarray<double> x, std::int32_t n) override {
        clock_.poll();
        numeric::MultiFunctionPort& function = target();
        evaluations_.fetch_add(1, std::memory_order_relaxed);
        try {
            return function.evaluate(x, n);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            thrown_ = std::current_exception();
            throw;
        }
    }
    void getBounds(sidl::rarray<double> lowBounds, sidl::rarray<double> upBounds,
                   std::int32_t n) override {
        target().getBounds(lowBounds, upBounds, n);
    }
    bool hasExactIntegral() override { return target().hasExactIntegral(); }
    double getExactIntegral() override { return target().getExactIntegral(); }
    std::string getFormula() override { return target().getFormula(); }

private:
    [[nodiscard]] numeric::MultiFunctionPort& target() const {
        numeric::MultiFunctionPort* const function = function_;
        if (function == nullptr) {
            throw gantry::Error(gov::cca::CCAExceptionType::PortNotConnected,
                                "the gate's function is used outside of an integration");
        }
        return *function;
    }

    std::atomic<numeric::MultiFunctionPort*> function_{nullptr};
    std::atomic<std::int64_t> evaluations_{0};
    TrialClock clock_;
    std::mutex mutex_;
    std::exception_ptr thrown_;
};

}  // namespace gates
