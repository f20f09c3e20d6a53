#include <cmath>
#include <limits>
#include <numeric/FunctionPort.hpp>

    // The midpoint rule, to be replaced by your own.
    double integrate(double lowBound, double upBound, std::int32_t count) override {
        const gantry::Timed timed(integrateTimer_);
        check(lowBound, upBound, 1, count);
        const auto function = used<numeric::FunctionPort>("@numeric.FunctionPort@");
        return lowBound == upBound ? 0 : midpoints(*function, lowBound, upBound, count);
    }

    double integrateToAccuracy(double lowBound, double upBound, double accuracy,
                               std::int64_t maxEvaluations, double& errorEstimate,
                               std::int64_t& evaluations) override {
        const gantry::Timed timed(integrateToAccuracyTimer_);
        check(lowBound, upBound, accuracy, maxEvaluations);
        const auto function = used<numeric::FunctionPort>("@numeric.FunctionPort@");
        errorEstimate = 0;
        evaluations = 0;
        if (lowBound == upBound) {
            return 0;
        }
        double value = midpoints(*function, lowBound, upBound, 1);
        double before = std::numeric_limits<double>::infinity();
        errorEstimate = before;
        evaluations = 1;
        // Panels grow fivefold. The sum of the last two differences bounds what is left of a function with
        // kinks and steps too; the first few levels may agree by accident.
        for (std::int64_t panels = 5; panels <= maxEvaluations - evaluations; panels *= 5) {
            const double next = midpoints(*function, lowBound, upBound, panels);
            const double difference = std::abs(next - value);
            value = next;
            evaluations += panels;
            errorEstimate = difference + before;
            before = difference;
            if (panels >= 25 && errorEstimate <= accuracy) {
                break;
            }
        }
        return value;
    }

private:
    static void check(double lowBound, double upBound, double accuracy, std::int64_t count) {
        if (!std::isfinite(lowBound) || !std::isfinite(upBound - lowBound)) {
            throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                                "@CLASS@: the bounds and their distance must be finite numbers");
        }
        if (!(accuracy > 0) || !std::isfinite(accuracy) || count < 1) {
            throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                                "@CLASS@: the accuracy must be positive and finite, and at least one "
                                "evaluation allowed");
        }
    }
    static double midpoints(numeric::FunctionPort& function, double lowBound, double upBound,
                            std::int64_t panels) {
        const double width = (upBound - lowBound) / static_cast<double>(panels);
        double sum = 0;
        for (std::int64_t i = 0; i < panels; ++i) {
            const double value = function.evaluate(lowBound + (static_cast<double>(i) + 0.5) * width);
            if (!std::isfinite(value)) {
                throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard,
                                    "@CLASS@: the function " + function.getFormula() +
                                        " is not finite between the bounds");
            }
            sum += value;
        }
        return sum * width;
    }
    gantry::MethodTimer& integrateTimer_ = timer("integrate");
    gantry::MethodTimer& integrateToAccuracyTimer_ = timer("integrateToAccuracy");
