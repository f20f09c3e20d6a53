#pragma once

#include <gantry/Instrumentation.hpp>
#include <gantry/Parameters.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Component.hpp>
#include <numeric/IntegratorPort.hpp>

#include <typeinfo>

#include "integrators/common/RuleIntegrator.hpp"

namespace integrators {

/// Base class of the integrator components whose method takes an accuracy and chooses its points
/// itself. A derived class implements run on the unit interval; this class scales to the bounds,
/// counts evaluations, and times both methods. Calls from several threads are independent as far as
/// the function and run are.
///
/// Both methods throw gantry::Error: BadProperties for bounds, counts or accuracies that make no
/// sense, Nonstandard where the function is not finite.
class AdaptiveIntegrator : public numeric::IntegratorPort, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services_ = services;
        gantry::registerUsesPorts(*services, description_);
        services->addProvidesPort(gantry::own<gov::cca::Port>(this), "integrate",
                                  "numeric.IntegratorPort", nullptr);
        if (!description_.parameterList().empty()) {
            parameters_.attach(services, description_, "configuration");
        }
        measured_.attach(services);
    }

    /// The best value that about `count` evaluations give; its error is not reported. The method
    /// stops early at an absolute accuracy of 1e-13.
    double integrate(double lowBound, double upBound, std::int32_t count) override {
        const gantry::Timed timed(integrateTimer_);
        checkCount(count, 1, "count");
        const gantry::UsedPort<numeric::FunctionPort> function(services_, "function");
        Integrand integrand(*function, lowBound, upBound);
        return estimate(integrand, kFinest, count).value;
    }

    /// accuracy and errorEstimate are absolute, in the unit of the integral. If maxEvaluations does
    /// not suffice for the method, the result is one evaluation in the middle of the interval, with
    /// an infinite errorEstimate. Bounds that are equal give 0 without an evaluation.
    double integrateToAccuracy(double lowBound, double upBound, double accuracy,
                               std::int64_t maxEvaluations, double& errorEstimate,
                               std::int64_t& evaluations) override {
        const gantry::Timed timed(toAccuracyTimer_);
        checkAccuracy(accuracy);
        checkCount(maxEvaluations, 1, "maxEvaluations");
        const gantry::UsedPort<numeric::FunctionPort> function(services_, "function");
        Integrand integrand(*function, lowBound, upBound);
        const Estimate found = estimate(integrand, accuracy, maxEvaluations);
        errorEstimate = found.error;
        evaluations = integrand.evaluations();
        return found.value;
    }

protected:
    /// description stays valid as long as the component.
    AdaptiveIntegrator(const std::type_info& type, const gantry::ComponentDescription& description)
        : description_(description), measured_(type) {}

    [[nodiscard]] const gantry::Parameters& parameters() const { return parameters_; }
    /// The least number of evaluations for which run can estimate its error.
    [[nodiscard]] virtual std::int64_t leastEvaluations() const = 0;
    /// The integral over the unit interval, to which integrand maps the bounds. accuracy is
    /// absolute there: the caller's accuracy over the width. maxEvaluations is at least
    /// leastEvaluations().
    virtual Estimate run(Integrand& integrand, double accuracy, std::int64_t maxEvaluations) = 0;

private:
    // For integrate, where only evaluations are limited: more accuracy would be below rounding.
    static constexpr double kFinest = 1e-13;

    Estimate estimate(Integrand& integrand, double accuracy, std::int64_t maxEvaluations) {
        const double width = integrand.width();
        if (width == 0) {
            return {0, 0};
        }
        if (maxEvaluations < leastEvaluations()) {
            return {integrand(0.5) * width, std::numeric_limits<double>::infinity()};
        }
        const Estimate share = run(integrand, accuracy / std::abs(width), maxEvaluations);
        return {share.value * width, std::isfinite(share.error)
                                         ? share.error * std::abs(width)
                                         : std::numeric_limits<double>::infinity()};
    }

    const gantry::ComponentDescription& description_;
    std::shared_ptr<gov::cca::Services> services_;
    gantry::Parameters parameters_;
    gantry::Instrumentation measured_;
    gantry::MethodTimer& integrateTimer_ = measured_.timer("integrate");
    gantry::MethodTimer& toAccuracyTimer_ = measured_.timer("integrateToAccuracy");
};

}  // namespace integrators
