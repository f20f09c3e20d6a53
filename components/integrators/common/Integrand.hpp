#pragma once

#include <gantry/Error.hpp>
#include <numeric/FunctionPort.hpp>

#include <cmath>
#include <cstdint>
#include <string>

namespace integrators {

/// What an integrator was asked for. Bounds in the unit of x, accuracy (absolute) in that of the
/// integral.
struct Request {
    double lowBound;
    double upBound;
    double accuracy;
    std::int64_t maxEvaluations;
};

/// The function over the interval that is to be integrated, with the evaluations counted. lowBound
/// above upBound is allowed: the integral changes its sign. Not for several threads.
class Integrand final {
public:
    /// Throws BadProperties for bounds, or a distance between them, that are no finite numbers.
    Integrand(numeric::FunctionPort& function, double lowBound, double upBound)
        : function_(function), low_(lowBound), width_(upBound - lowBound) {
        if (!std::isfinite(lowBound) || !std::isfinite(upBound) || !std::isfinite(width_)) {
            throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                                "integration bounds " + std::to_string(lowBound) + " and " +
                                    std::to_string(upBound) +
                                    ": both bounds and their distance must be finite numbers");
        }
    }

    [[nodiscard]] double width() const noexcept { return width_; }
    [[nodiscard]] std::int64_t evaluations() const noexcept { return evaluations_; }

    /// f at the given share of the interval: 0 is lowBound, 1 is upBound. Throws where f is not
    /// finite.
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

/// Throws BadProperties where nothing can be evaluated that seldom.
inline void checkCount(std::int64_t count, std::int64_t least, const char* name) {
    if (count < least) {
        throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                            std::string(name) + " is " + std::to_string(count) +
                                ": this rule needs at least " + std::to_string(least) +
                                " evaluation" + (least == 1 ? "" : "s"));
    }
}

/// Throws BadProperties where the accuracy is not a positive number.
inline void checkAccuracy(double accuracy) {
    if (!(accuracy > 0) || !std::isfinite(accuracy)) {
        throw gantry::Error(
            gov::cca::CCAExceptionType::BadProperties,
            "accuracy is " + std::to_string(accuracy) + ": it must be a positive, finite number");
    }
}

}  // namespace integrators
