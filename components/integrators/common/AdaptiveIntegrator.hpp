#pragma once

#include <gantry/Instrumentation.hpp>
#include <gantry/Parameters.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Component.hpp>
#include <numeric/IntegratorPort.hpp>

#include <typeinfo>

#include "integrators/common/RuleIntegrator.hpp"

namespace integrators {

/// An integrator component over a method that is given an accuracy and places its evaluations
/// itself. What derives from it writes run. Calls from several threads are independent.
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

    double integrate(double lowBound, double upBound, std::int32_t count) override {
        const gantry::Timed timed(integrateTimer_);
        checkCount(count, 1, "count");
        const gantry::UsedPort<numeric::FunctionPort> function(services_, "function");
        Integrand integrand(*function, lowBound, upBound);
        return estimate(integrand, kFinest, count).value;
    }

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
    /// The evaluations without which run can say nothing.
    [[nodiscard]] virtual std::int64_t leastEvaluations() const = 0;
    /// The integral over the shares 0 to 1 of the interval, to an absolute accuracy, with at most
    /// that many evaluations, which are leastEvaluations() or more.
    virtual Estimate run(Integrand& integrand, double accuracy, std::int64_t maxEvaluations) = 0;

private:
    // Where only the evaluations count, none is spent on more than rounding allows.
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
