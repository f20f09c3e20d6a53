#pragma once

#include <gantry/Parameters.hpp>
#include <gantry/plugin.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Component.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <string>

#include "gates/common/GateOf.hpp"
#include "gates/common/integrals.hpp"

namespace gates {

inline constexpr const char* kIntegratePort = "integrate";
inline constexpr const char* kTimedFunctionPort = "timedFunction";
inline constexpr const char* kFunctionPort = "function";
inline constexpr const char* kParametersPort = "configuration";

/// The ports that a gate in front of integrators provides, by the SIDL names of their types.
constexpr std::array<gantry::PortDescription, 4> integrationProvides(const char* integratorType,
                                                                     const char* functionType) {
    return {gantry::PortDescription{kIntegratePort, integratorType},
            gantry::PortDescription{kTimedFunctionPort, functionType},
            gantry::PortDescription{"gate", "tuning.Gate"},
            gantry::PortDescription{kParametersPort, "gov.cca.ports.ParameterPort"}};
}

/// The ports that it uses. Its candidates get uses ports of their own when the tuner opens them.
template <class Integrator, class Function>
constexpr std::array<gantry::PortDescription, 4> integrationUses() {
    return {gantry::uses<Integrator>(kIncumbentPort), gantry::uses<Function>(kFunctionPort),
            gantry::PortDescription{kRequestsPort, "tuning.Requests", false},
            gantry::PortDescription{gantry::Instrumentation::kPortName,
                                    gantry::Instrumentation::kPortType, false}};
}

/// Its parameters. portfolio: the default candidates; evaluations and fewest: the default and the
/// lower bound of the evaluations for one verification.
constexpr std::array<gantry::ParameterDescription, 3> integrationParameters(const char* portfolio,
                                                                            const char* evaluations,
                                                                            const char* fewest) {
    return {gantry::ParameterDescription{kParametersPort, "portfolio", "string", portfolio,
                                         "The candidates if the tuner names none: a few that "
                                         "complement each other"},
            gantry::ParameterDescription{kParametersPort, "verification", "string", "each",
                                         "each: every integral is verified once; sampled: the "
                                         "first one of a candidate and some later ones",
                                         nullptr, nullptr, "each|sampled"},
            gantry::ParameterDescription{kParametersPort, "verificationEvaluations", "long",
                                         evaluations,
                                         "The most evaluations of the function for a verification",
                                         fewest, "1000000000000"}};
}

/// What gates in front of integrators of one and of several variables have in common: ports,
/// parameters, the way of the user's function to the candidates, and the references of earlier
/// questions. Timed is the function port that candidates call; it ends a trial that takes too long.
/// Derived implements Integrator. It serves one request at a time (oneAtATime).
template <class Integrator, class Function, class Timed, class Question>
class IntegrationGate : public Integrator, public GateOf<Integrator>, public gov::cca::Component {
public:
    /// Adds the ports and attaches the parameters. Once, by the framework.
    void setServices(const std::shared_ptr<gov::cca::Services>& services) final {
        this->attach(services);
        gantry::registerUsesPorts(*services, description_);
        services->addProvidesPort(gantry::own<Integrator>(this), kIntegratePort,
                                  typeOf(description_, 0), nullptr);
        services->addProvidesPort(gantry::own<Function>(&timed_), kTimedFunctionPort,
                                  typeOf(description_, 1), nullptr);
        services->addProvidesPort(gantry::own<tuning::Gate>(this), "gate", "tuning.Gate", nullptr);
        parameters_.attach(services, description_, kParametersPort);
        instrumentation_.attach(services);
    }

protected:
    /// description: with integrationProvides, integrationUses and integrationParameters; static.
    /// type: of the derived class, whose name the timers begin with.
    IntegrationGate(const gantry::ComponentDescription& description, const std::type_info& type)
        : GateOf<Integrator>(typeOf(description, 0)),
          description_(description),
          instrumentation_(type) {}

    tuning::Candidate capabilitiesOf(Integrator&) final {
        tuning::Candidate candidate;
        candidate.abortable = true;
        return candidate;
    }

    /// For one call: the user's function, to which the candidates' function port leads.
    class Led final {
    public:
        /// Removes the limit of an earlier trial. Throws what Services::getPort throws.
        explicit Led(IntegrationGate& gate)
            : timed_(gate.timed_), function_(gate.services(), kFunctionPort) {
            timed_.clock().limit(std::numeric_limits<double>::infinity());
            timed_.leadTo(function_.get());
        }
        ~Led() { timed_.leadTo(nullptr); }
        Led(const Led&) = delete;
        Led& operator=(const Led&) = delete;
        Function& operator*() const { return *function_; }
        Function* operator->() const { return function_.get(); }

    private:
        Timed& timed_;
        gantry::UsedPort<Function> function_;
    };

    /// Has a candidate integrate by calling(result), in a child process if so assigned, at most as
    /// long as the assignment allows; the time of the request stops with it.
    template <class Call>
    Attempt attempt(const Call& calling, const tuning::Assignment& assignment,
                    tuning::Requests& requests, Integral& result) {
        timed_.clock().limit(assignment.limit);
        Attempt ended = assignment.isolated
                            ? attemptIntegralIsolated(calling, assignment.limit, result)
                            : calling(result);
        requests.stop();
        timed_.clock().limit(std::numeric_limits<double>::infinity());
        return ended;
    }

    /// Whether a result is delivered without verification: its question has no reference yet, and
    /// the tuner does not ask for one.
    [[nodiscard]] bool needsNoReference(const Reference* reference, bool asked) const {
        return reference == nullptr && !asked && parameters_.getString("verification") == "sampled";
    }
    /// The parameter of that name.
    [[nodiscard]] std::int64_t verificationEvaluations() const {
        return parameters_.getLong("verificationEvaluations");
    }

    [[nodiscard]] std::string parameter(const char* key) const {
        return parameters_.getString(key);
    }

    /// The function as candidates see it.
    [[nodiscard]] Timed& timedFunction() { return timed_; }
    /// Use them with oneAtATime held.
    [[nodiscard]] KnownReferences<Question>& references() { return references_; }
    [[nodiscard]] std::mutex& oneAtATime() { return oneAtATime_; }
    [[nodiscard]] gantry::MethodTimer& timer(const char* method) {
        return instrumentation_.timer(method);
    }

private:
    static const char* typeOf(const gantry::ComponentDescription& description, std::size_t port) {
        return description.providedPorts()[port].type;
    }

    const gantry::ComponentDescription& description_;
    gantry::Instrumentation instrumentation_;
    gantry::Parameters parameters_;
    Timed timed_;
    KnownReferences<Question> references_;
    std::mutex oneAtATime_;
};

}  // namespace gates
