#pragma once

#include <gantry/Instrumentation.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Component.hpp>
#include <numeric/IntegratorPort.hpp>
#include <numeric/proxy/FunctionPort.hpp>

#include <array>
#include <typeinfo>

#include "integrators/common/refine.hpp"

namespace integrators {

/// The ports of every integrator of one variable that has no parameters.
inline constexpr std::array kProvides{
    gantry::PortDescription{"integrate", "numeric.IntegratorPort"}};
inline constexpr std::array kUses{
    gantry::uses<numeric::FunctionPort>("function"),
    gantry::PortDescription{gantry::Instrumentation::kPortName, gantry::Instrumentation::kPortType,
                            false}};

/// An integrator component for one composite rule, such as the trapezoidal rule. Both methods are
/// timed; calls from several threads are independent as far as the function is. Both throw
/// gantry::Error: BadProperties for bounds, counts or accuracies that make no sense, Nonstandard
/// where the function is not finite. Bounds that are equal give 0 without an evaluation.
///
/// Rule meets the requirements of refineToAccuracy and is constructed from an Integrand& and a
/// number of panels. It also has kLeastEvaluations, the evaluations of the coarsest level, and
/// panelsFor(count), the number of panels for count evaluations.
template <class Rule>
class RuleIntegrator : public numeric::IntegratorPort, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services_ = services;
        gantry::registerUsesPorts(*services, description_);
        services->addProvidesPort(gantry::own(this), "integrate", "numeric.IntegratorPort",
                                  nullptr);
        measured_.attach(services);
    }

    /// One application of the rule with panelsFor(count) panels; its error is not estimated.
    double integrate(double lowBound, double upBound, std::int32_t count) override {
        const gantry::Timed timed(integrateTimer_);
        checkCount(count, 1, "count");
        const gantry::UsedPort<numeric::FunctionPort> function(services_, "function");
        Integrand integrand(*function, lowBound, upBound);
        return integrand.width() == 0 ? 0 : Rule(integrand, Rule::panelsFor(count)).value();
    }

    /// Refines from the coarsest level on; see refineToAccuracy. accuracy and errorEstimate are
    /// absolute, in the unit of the integral. errorEstimate is infinite if maxEvaluations does not
    /// allow a second level.
    double integrateToAccuracy(double lowBound, double upBound, double accuracy,
                               std::int64_t maxEvaluations, double& errorEstimate,
                               std::int64_t& evaluations) override {
        const gantry::Timed timed(toAccuracyTimer_);
        checkAccuracy(accuracy);
        checkCount(maxEvaluations, Rule::kLeastEvaluations, "maxEvaluations");
        const gantry::UsedPort<numeric::FunctionPort> function(services_, "function");
        Integrand integrand(*function, lowBound, upBound);
        Estimate estimate{0, 0};
        if (integrand.width() != 0) {
            Rule rule(integrand, Rule::panelsFor(1));
            estimate =
                refineToAccuracy(rule, integrand, {lowBound, upBound, accuracy, maxEvaluations});
        }
        errorEstimate = estimate.error;
        evaluations = integrand.evaluations();
        return estimate.value;
    }

protected:
    /// description stays valid as long as the component.
    RuleIntegrator(const std::type_info& type, const gantry::ComponentDescription& description)
        : description_(description), measured_(type) {}

private:
    const gantry::ComponentDescription& description_;
    std::shared_ptr<gov::cca::Services> services_;
    gantry::Instrumentation measured_;
    gantry::MethodTimer& integrateTimer_ = measured_.timer("integrate");
    gantry::MethodTimer& toAccuracyTimer_ = measured_.timer("integrateToAccuracy");
};

}  // namespace integrators
