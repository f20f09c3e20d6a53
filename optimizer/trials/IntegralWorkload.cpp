#include "IntegralWorkload.hpp"

#include <gantry/Error.hpp>
#include <gov/cca/ComponentID.hpp>
#include <numeric/FunctionPort.hpp>

#include <cmath>
#include <utility>

#include "instanceName.hpp"
#include "judging/describe.hpp"

namespace optimizer {
namespace {

[[noreturn]] void refuse(const std::string& note) {
    throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard, note);
}

}  // namespace

IntegralWorkload::IntegralWorkload(const TrialSettings& settings, Assembly& assembly,
                                   CandidatePool& pool,
                                   std::shared_ptr<gov::cca::Services> services)
    : settings_(settings),
      assembly_(assembly),
      pool_(pool),
      services_(std::move(services)),
      self_(services_->getComponentID()->getInstanceName()) {}

void IntegralWorkload::begin(const Assembly::Provider& candidate, const std::string& subject) {
    // Before the reference, which takes long: a candidate that cannot be connected fails at once.
    connectFunction(candidate.instance, subject);
    bounds_ = boundsOf(subject);
    truth_ = truthOf(subject);
    assembly_.connect(self_, kIntegratorPort, candidate);
    integrator_ =
        std::make_unique<gantry::UsedPort<numeric::IntegratorPort>>(services_, kIntegratorPort);
}

void IntegralWorkload::call() {
    last_.value =
        (*integrator_)
            ->integrateToAccuracy(bounds_.low, bounds_.up, settings_.problem.accuracy,
                                  settings_.maxEvaluations, last_.estimate, last_.evaluations);
}

WorstCall IntegralWorkload::result() {
    // Candidates carry the doubt of the reference: a good one is not preferred for agreeing with a
    // wrong value.
    last_.error = std::abs(last_.value - truth_.value) + truth_.uncertainty;
    return last_;
}

void IntegralWorkload::end() noexcept {
    integrator_.reset();
    for (const char* port : {kIntegratorPort, kSubjectPort}) {
        try {
            assembly_.disconnect(self_, port);
        } catch (const std::exception&) {
            // The next connect of this port reports what is wrong.
        }
    }
}

void IntegralWorkload::adopt(const Assembly::Provider& candidate) {
    connectFunction(candidate.instance, settings_.finalSubject);
    assembly_.replace(settings_.port.user, candidate);
}

void IntegralWorkload::connectFunction(const std::string& instance, const std::string& subject) {
    const auto functionPort = assembly_.providedPort(subject, kFunctionType);
    if (!functionPort) {
        refuse("'" + subject + "' no longer provides " + kFunctionType);
    }
    for (const Assembly::Port& port : assembly_.usedPorts(instance)) {
        if (port.type == kFunctionType) {
            assembly_.disconnect(instance, port.name);
            assembly_.connect(instance, port.name, {subject, *functionPort});
        }
    }
}

IntegralWorkload::Bounds IntegralWorkload::boundsOf(const std::string& subject) {
    assembly_.disconnect(self_, kSubjectPort);
    assembly_.connect(self_, kSubjectPort,
                      {subject, assembly_.providedPort(subject, kFunctionType).value()});
    const gantry::UsedPort<numeric::FunctionPort> function(services_, kSubjectPort);
    Bounds bounds;
    function->getBounds(bounds.low, bounds.up);
    return bounds;
}

IntegralWorkload::Truth IntegralWorkload::truthOf(const std::string& subject) {
    const auto known = truths_.find(subject);
    if (known != truths_.end()) {
        return known->second;
    }
    Truth truth;
    {
        const gantry::UsedPort<numeric::FunctionPort> function(services_, kSubjectPort);
        truth.exact = function->hasExactIntegral();
        truth.value = truth.exact ? function->getExactIntegral(bounds_.low, bounds_.up) : 0;
    }
    if (!truth.exact) {
        truth = referenceFor(subject);
    }
    truths_.emplace(subject, truth);
    return truth;
}

// A single rule cannot tell where it is wrong; two different ones rarely make the same error.
IntegralWorkload::Truth IntegralWorkload::referenceFor(const std::string& subject) {
    Truth truth;
    std::string values;
    for (const std::string& className : settings_.references) {
        const Integral next = referenceBy(className, subject);
        if (values.empty()) {
            truth.value = next.value;
        }
        truth.uncertainty += std::abs(next.value - truth.value) + next.estimate;
        values += (values.empty() ? "" : ", ") + className + " gives " + inWords(next.value);
    }
    if (!(truth.uncertainty <= settings_.problem.accuracy)) {
        refuse("no reference value: " + values + ", which together may be off by " +
               inWords(truth.uncertainty) + "; name other classes in the parameter 'reference'");
    }
    return truth;
}

IntegralWorkload::Integral IntegralWorkload::referenceBy(const std::string& className,
                                                         const std::string& subject) {
    const Assembly::Provider& provider = reference(className);
    // Two digits more than what is judged by it.
    const double accuracy = settings_.problem.accuracy / 100;
    connectFunction(provider.instance, subject);
    assembly_.disconnect(self_, kIntegratorPort);
    assembly_.connect(self_, kIntegratorPort, provider);
    Integral integral;
    {
        const gantry::UsedPort<numeric::IntegratorPort> integrator(services_, kIntegratorPort);
        std::int64_t evaluations = 0;
        integral.value = integrator->integrateToAccuracy(bounds_.low, bounds_.up, accuracy,
                                                         settings_.maxEvaluations,
                                                         integral.estimate, evaluations);
    }
    assembly_.disconnect(self_, kIntegratorPort);
    if (!(integral.estimate <= accuracy)) {
        refuse("no reference value by " + className + ": it did not reach the accuracy " +
               inWords(accuracy));
    }
    return integral;
}

const Assembly::Provider& IntegralWorkload::reference(const std::string& className) {
    const auto known = references_.find(className);
    if (known != references_.end()) {
        return known->second;
    }
    std::string& problem = unusable_[className];
    if (problem.empty()) {
        try {
            CandidateSpec spec;
            spec.name = spec.className = className;
            PooledCandidate made =
                pool_.create(assembly_, spec, {kIntegratorType, kFunctionType, {}},
                             "reference." + instanceName(className));
            return references_.emplace(className, std::move(made.provider)).first->second;
        } catch (const std::exception& error) {
            problem = error.what();
        }
    }
    refuse("no reference value by " + className + ": " + problem);
}

}  // namespace optimizer
