#pragma once

#include <gantry/Error.hpp>
#include <numeric/FunctionPort.hpp>

#include <cmath>
#include <cstdint>
#include <string>

namespace integrators {

/// The arguments of an integration. Bounds are in the unit of x; the accuracy is absolute, in the
/// unit of the integral.
struct Request {
    double lowBound;
    double upBound;
    double accuracy;
    std::int64_t maxEvaluations;
};

/// A function over an interval, mapped to the unit interval, with a count of its evaluations. If
/// lowBound is above upBound, the width is negative and the integral changes its sign. Refers to
/// the function, which must outlive it. One thread at a time.
class Integrand final {
public:
    /// Throws gantry::Error (BadProperties) if a bound or the distance between them is not finite.
    Integrand(numeric::FunctionPort& function, double lowBound, double upBound)
        : function_(function), low_(lowBound), width_(upBound - lowBound) {
        if (!std::isfinite(lowBound) || !std::isfinite(upBound) || !std::isfinite(width_)) {
            throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                                "integration bounds " + std::to_string(lowBound) + " and " +
                                    std::to_string(upBound) +
                                    ": both bounds and their distance must be finite numbers");
        }
    }

    /// upBound - lowBound, negative for reversed bounds.
    [[nodiscard]] double width() const noexcept { return width_; }
    [[nodiscard]] std::int64_t evaluations() const noexcept { return evaluations_; }

    /// f at lowBound + share * width, not scaled by the width. Throws gantry::Error (Nonstandard)
    /// if f is not finite there, and what the function throws. Such a value counts as an
    /// evaluation.
    double operator()(double share) {
        const double x = low_ + share * width_;
        const double value = function_.evaluate(x);
        ++evaluations_;
        if (!std::isfinite(value)) {
            throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard,
                                "the function " + function_.getFormula() + " is " +
                                    std::to_string(value) + " at x = " + std::to_string(x) +
                                    "; choose bounds between which it is finite");
        }
        return value;
    }

private:
    numeric::FunctionPort& function_;
    double low_;
    double width_;
    std::int64_t evaluations_ = 0;
};

/// Throws gantry::Error (BadProperties), naming the argument, if count is below least.
inline void checkCount(std::int64_t count, std::int64_t least, const char* name) {
    if (count < least) {
        throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                            std::string(name) + " is " + std::to_string(count) +
                                ": this rule needs at least " + std::to_string(least) +
                                " evaluation" + (least == 1 ? "" : "s"));
    }
}

/// Throws gantry::Error (BadProperties) if the accuracy is not positive and finite.
inline void checkAccuracy(double accuracy) {
    if (!(accuracy > 0) || !std::isfinite(accuracy)) {
        throw gantry::Error(
            gov::cca::CCAExceptionType::BadProperties,
            "accuracy is " + std::to_string(accuracy) + ": it must be a positive, finite number");
    }
}

}  // namespace integrators
