#include "TrialRunner.hpp"

#include <gantry/ports.hpp>
#include <gov/cca/ComponentID.hpp>
#include <numeric/FunctionPort.hpp>
#include <numeric/IntegratorPort.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

#include "choose.hpp"
#include "judge.hpp"

namespace optimizer {
namespace {

// "integrators.MonteCarlo" becomes "monteCarlo".
std::string shortName(const std::string& className) {
    std::string name = className.substr(className.rfind('.') + 1);
    if (!name.empty()) {
        name.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(name.front())));
    }
    return name;
}

// Fewer calls give no median worth the name, unless each takes so long that no interruption counts.
constexpr std::int64_t kLeastCalls = 3;
constexpr double kLongEnough = 10;

[[noreturn]] void refuse(const std::string& note) {
    throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard, note);
}

}  // namespace

TrialRunner::TrialRunner(const Settings& settings, Assembly& assembly, const MeasuredTime& time,
                         std::shared_ptr<gov::cca::Services> services)
    : settings_(settings),
      assembly_(assembly),
      time_(time),
      services_(std::move(services)),
      self_(services_->getComponentID()->getInstanceName()) {}

TrialRunner::~TrialRunner() {
    disconnectOwnPorts();
    for (const auto& [name, candidate] : candidates_) {
        if (candidate.instance.empty() || candidate.instance == kept_) {
            continue;
        }
        try {
            assembly_.destroy(candidate.instance);
        } catch (const std::exception&) {
            // It stays in the assembly, where everybody can see it; there is nobody to tell here.
        }
    }
}

tuning::Trial TrialRunner::run(const Pairing& pairing) {
    tuning::Trial trial;
    trial.candidate = pairing.candidate;
    trial.subject = pairing.subject;
    try {
        const Candidate& tried = candidate(pairing.candidate);
        if (tried.failure.empty()) {
            connectFunction(tried.instance, pairing.subject);
            measure(trial, tried);
        } else {
            trial.failure = tried.failure;
        }
    } catch (const std::exception& error) {
        trial.failure = error.what();
    }
    disconnectOwnPorts();
    return trial;
}

Assembly::Provider TrialRunner::prepare(const Pairing& pairing) {
    const Candidate& winner = candidate(pairing.candidate);
    connectFunction(winner.instance, pairing.subject);
    return {winner.instance, winner.integratorPort};
}

void TrialRunner::measure(tuning::Trial& trial, const Candidate& tried) {
    const Bounds bounds = boundsOf(trial.subject);
    const Truth truth = truthOf(trial.subject, bounds);
    trial.exact = truth.exact;
    assembly_.connect(self_, kIntegratorPort, {tried.instance, tried.integratorPort});
    const gantry::UsedPort<numeric::IntegratorPort> integrator(services_, kIntegratorPort);
    const std::string timer = tried.instance + "::integrateToAccuracy";
    MeasuredTime::Reading before = time_.read(timer);
    std::vector<double> times;
    double spent = 0;
    WorstCall worst;
    while (isWorthAnotherCall(static_cast<std::int64_t>(times.size()), spent)) {
        WorstCall call;
        call.value = integrator->integrateToAccuracy(
            bounds.low, bounds.up, settings_.problem.accuracy, settings_.maxEvaluations,
            call.estimate, call.evaluations);
        call.error = std::abs(call.value - truth.value) + truth.uncertainty;
        const MeasuredTime::Reading now = time_.read(timer);
        if (now.calls <= before.calls) {
            refuse("its time was not measured: no call of the timer " + timer +
                   " was counted; connect its MeasurementPort and enable its group");
        }
        times.push_back(now.seconds - before.seconds);
        spent += times.back();
        before = now;
        worst.add(call);
    }
    trial.calls = static_cast<std::int64_t>(times.size());
    const Typical typical = typicalOf(std::move(times));
    trial.seconds = typical.value;
    trial.spread = typical.spread;
    judge(trial, worst, {settings_.problem.accuracy, settings_.maxEvaluations});
}

bool TrialRunner::isWorthAnotherCall(std::int64_t calls, double spent) const {
    if (calls >= settings_.repetitions) {
        return false;
    }
    const double enough = settings_.enoughSeconds;
    return spent <= (calls < kLeastCalls ? kLongEnough * enough : enough);
}

const TrialRunner::Candidate& TrialRunner::candidate(const std::string& className,
                                                     const std::string& prefix) {
    const std::string key = prefix + className;
    const auto known = candidates_.find(key);
    return known != candidates_.end()
               ? known->second
               : candidates_.emplace(key, create(className, prefix)).first->second;
}

TrialRunner::Candidate TrialRunner::create(const std::string& className,
                                           const std::string& prefix) {
    Candidate made;
    try {
        made.instance = assembly_.create(className, prefix + shortName(className));
        const auto port = assembly_.providedPort(made.instance, kIntegratorType);
        if (!port) {
            refuse("it does not provide a port of type " + std::string(kIntegratorType));
        }
        made.integratorPort = *port;
        connectOtherPorts(made.instance);
    } catch (const std::exception& error) {
        made.failure = error.what();
    }
    return made;
}

// All but the function: that changes from trial to trial.
void TrialRunner::connectOtherPorts(const std::string& instance) {
    for (const Assembly::Port& port : assembly_.usedPorts(instance)) {
        if (port.type == kFunctionType || assembly_.providerOf(instance, port.name)) {
            continue;
        }
        const auto provider = port.type == kMeasurementType
                                  ? assembly_.providerOf(self_, kMeasurementPort)
                                  : findProvider(port.type);
        if (provider) {
            assembly_.connect(instance, port.name, *provider);
        } else if (!port.type.starts_with("gov.cca.")) {
            refuse("no instance provides " + port.type + " for its port '" + port.name +
                   "'; create one");
        }
    }
}

void TrialRunner::connectFunction(const std::string& instance, const std::string& subject) {
    const auto functionPort = assembly_.providedPort(subject, kFunctionType);
    if (!functionPort) {
        refuse("'" + subject + "' does not provide " + kFunctionType + " any more");
    }
    for (const Assembly::Port& port : assembly_.usedPorts(instance)) {
        if (port.type == kFunctionType) {
            assembly_.disconnect(instance, port.name);
            assembly_.connect(instance, port.name, {subject, *functionPort});
        }
    }
}

// The oldest instance counts, and never the optimizer or a candidate.
std::optional<Assembly::Provider> TrialRunner::findProvider(const std::string& type) const {
    for (const std::string& instance : assembly_.instances()) {
        const bool tried =
            std::any_of(candidates_.begin(), candidates_.end(),
                        [&](const auto& entry) { return entry.second.instance == instance; });
        if (instance == self_ || tried) {
            continue;
        }
        if (auto port = assembly_.providedPort(instance, type)) {
            return Assembly::Provider{instance, *port};
        }
    }
    return std::nullopt;
}

TrialRunner::Bounds TrialRunner::boundsOf(const std::string& subject) {
    assembly_.disconnect(self_, kSubjectPort);
    assembly_.connect(self_, kSubjectPort,
                      {subject, assembly_.providedPort(subject, kFunctionType).value()});
    const gantry::UsedPort<numeric::FunctionPort> function(services_, kSubjectPort);
    Bounds bounds;
    function->getBounds(bounds.low, bounds.up);
    return bounds;
}

TrialRunner::Truth TrialRunner::truthOf(const std::string& subject, const Bounds& bounds) {
    const auto known = truths_.find(subject);
    if (known != truths_.end()) {
        return known->second;
    }
    Truth truth;
    {
        const gantry::UsedPort<numeric::FunctionPort> function(services_, kSubjectPort);
        truth.exact = function->hasExactIntegral();
        truth.value = truth.exact ? function->getExactIntegral(bounds.low, bounds.up) : 0;
    }
    if (!truth.exact) {
        truth = referenceFor(subject, bounds);
    }
    truths_.emplace(subject, truth);
    return truth;
}

// One rule can not tell where it is wrong; two different ones hardly err alike.
TrialRunner::Truth TrialRunner::referenceFor(const std::string& subject, const Bounds& bounds) {
    Truth truth;
    std::string told;
    for (const std::string& className : settings_.references) {
        const Integral next = referenceBy(className, subject, bounds);
        if (told.empty()) {
            truth.value = next.value;
        }
        truth.uncertainty += std::abs(next.value - truth.value) + next.estimate;
        told += (told.empty() ? "" : ", ") + className + " gives " + inWords(next.value);
    }
    if (!(truth.uncertainty <= settings_.problem.accuracy)) {
        refuse("no reference value: " + told + ", which together may be off by " +
               inWords(truth.uncertainty) + "; name other classes in the parameter 'reference'");
    }
    return truth;
}

TrialRunner::Integral TrialRunner::referenceBy(const std::string& className,
                                               const std::string& subject, const Bounds& bounds) {
    const std::string what = "no reference value by " + className + ": ";
    const Candidate& reference = candidate(className, "reference.");
    if (!reference.failure.empty()) {
        refuse(what + reference.failure);
    }
    const double accuracy = settings_.problem.accuracy / 100;
    connectFunction(reference.instance, subject);
    assembly_.disconnect(self_, kIntegratorPort);
    assembly_.connect(self_, kIntegratorPort, {reference.instance, reference.integratorPort});
    Integral integral;
    {
        const gantry::UsedPort<numeric::IntegratorPort> integrator(services_, kIntegratorPort);
        std::int64_t evaluations = 0;
        integral.value = integrator->integrateToAccuracy(bounds.low, bounds.up, accuracy,
                                                         settings_.maxEvaluations,
                                                         integral.estimate, evaluations);
    }
    assembly_.disconnect(self_, kIntegratorPort);
    if (!(integral.estimate <= accuracy)) {
        refuse(what + "it did not reach the accuracy " + inWords(accuracy));
    }
    return integral;
}

void TrialRunner::disconnectOwnPorts() noexcept {
    for (const char* port : {kIntegratorPort, kSubjectPort}) {
        try {
            assembly_.disconnect(self_, port);
        } catch (const std::exception&) {
            // The next connect of this port says what is wrong.
        }
    }
}

}  // namespace optimizer
