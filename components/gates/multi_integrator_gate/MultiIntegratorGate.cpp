#include <gantry/Parameters.hpp>
#include <gantry/plugin.hpp>
#include <numeric/MultiIntegratorPort.hpp>
#include <numeric/proxy/MultiFunctionPort.hpp>
#include <numeric/proxy/MultiIntegratorPort.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <mutex>
#include <string>
#include <vector>

#include "MultiReference.hpp"
#include "TimedMultiFunction.hpp"
#include "gates/common/GateOf.hpp"
#include "gates/common/integrals.hpp"
#include "integrators/common/Integrand.hpp"
#include "integrators/common/MultiIntegrator.hpp"

namespace gates {
namespace {

constexpr const char* kIntegratorType = "numeric.MultiIntegratorPort";
constexpr const char* kFunctionType = "numeric.MultiFunctionPort";
constexpr const char* kParametersPort = "configuration";
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::array kProvides{
    gantry::PortDescription{"integrate", kIntegratorType},
    gantry::PortDescription{"timedFunction", kFunctionType},
    gantry::PortDescription{"gate", "tuning.Gate"},
    gantry::PortDescription{kParametersPort, "gov.cca.ports.ParameterPort"}};
constexpr std::array kUses{gantry::uses<numeric::MultiIntegratorPort>(kIncumbentPort),
                           gantry::uses<numeric::MultiFunctionPort>("function"),
                           gantry::PortDescription{kRequestsPort, "tuning.Requests", false},
                           gantry::PortDescription{gantry::Instrumentation::kPortName,
                                                   gantry::Instrumentation::kPortType, false}};
constexpr std::array kParameters{
    gantry::ParameterDescription{kParametersPort, "portfolio", "string",
                                 "integrators.Cubature? method=hcubature; integrators.Sobol?; "
                                 "integrators.GslMonteCarlo? method=vegas",
                                 "The candidates where the tuner is not told any: a few that "
                                 "complement each other"},
    gantry::ParameterDescription{kParametersPort, "verification", "string", "each",
                                 "each: every integral is verified once; sampled: the first one of "
                                 "a candidate and some later ones",
                                 nullptr, nullptr, "each|sampled"},
    gantry::ParameterDescription{kParametersPort, "verificationEvaluations", "long", "20000000",
                                 "The most evaluations of the function for a proof", "50000",
                                 "1000000000000"}};
constexpr auto kDescription =
    gantry::describe({"gates.MultiIntegratorGate", "1.0",
                      "Stands before integrators of several variables: the tuner says which one "
                      "integrates, two independent rules what is right"},
                     kProvides, kUses, kParameters);

/// What was asked for, exactly. Functions may call themselves alike: their values at some points
/// tell them apart.
struct Question {
    std::string formula;
    std::vector<double> low;
    std::vector<double> up;
    double accuracy;
    std::array<double, 3> values;

    friend bool operator==(const Question&, const Question&) = default;
};

std::array<double, 3> valuesOf(integrators::MultiIntegrand& integrand) {
    constexpr double kGolden = 0.618033988749894848;
    constexpr double kRoot = 0.414213562373095049;
    std::vector<double> shares(static_cast<std::size_t>(integrand.dimension()));
    std::array<double, 3> values{};
    for (std::size_t k = 0; k < values.size(); ++k) {
        for (std::size_t v = 0; v < shares.size(); ++v) {
            shares[v] = std::fmod(
                static_cast<double>(k + 1) * kGolden + static_cast<double>(v) * kRoot, 1.0);
        }
        values[k] = integrand(shares.data());
    }
    return values;
}

/// The user's request while it is served.
struct Request {
    Question question;
    std::int64_t maxEvaluations;
    integrators::MultiIntegrand& integrand;
    /// Of the results that say themselves that they are not good enough.
    Integral nearest{std::nan(""), kInfinity, 0};
    /// Whether a result that says that it is could not be verified.
    bool doubted = false;
    /// Whether the reference was found for this request.
    bool verified = false;
    std::int64_t evaluationsOfChildren = 0;
    std::string said{};

    void keep(const Integral& result) {
        // An estimate that is not a number is none.
        const double estimate = std::isnan(result.estimate) ? kInfinity : result.estimate;
        const bool nearer = std::isnan(nearest.value) || estimate < nearest.estimate;
        if (std::isfinite(result.value) && nearer) {
            nearest = {result.value, estimate, 0};
        }
    }
    [[nodiscard]] bool proves(const Reference& reference) const {
        return reference.uncertainty <= question.accuracy;
    }
};

}  // namespace

/// A result is delivered where it is within the accuracy of the reference. Where no candidate says
/// that it has met the accuracy, the reference is, if it can be had with the user's own limit of
/// evaluations; else the nearest result, with its estimate above the accuracy. A result that
/// promises what cannot be verified never is. The evaluations that are reported are all of the
/// request: those of ended trials, and of the proof.
class MultiIntegratorGate final : public numeric::MultiIntegratorPort,
                                  public GateOf<numeric::MultiIntegratorPort>,
                                  public gov::cca::Component {
public:
    MultiIntegratorGate() : GateOf(kIntegratorType) {}

    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        attach(services);
        gantry::registerUsesPorts(*services, kDescription);
        services->addProvidesPort(gantry::own<numeric::MultiIntegratorPort>(this), "integrate",
                                  kIntegratorType, nullptr);
        services->addProvidesPort(gantry::own<numeric::MultiFunctionPort>(&timed_), "timedFunction",
                                  kFunctionType, nullptr);
        services->addProvidesPort(gantry::own<tuning::Gate>(this), "gate", "tuning.Gate", nullptr);
        parameters_.attach(services, kDescription, kParametersPort);
        measured_.attach(services);
    }

    double integrateToAccuracy(sidl::rarray<double> lowBounds, sidl::rarray<double> upBounds,
                               std::int32_t n, double accuracy, std::int64_t maxEvaluations,
                               double& errorEstimate, std::int64_t& evaluations) override {
        const gantry::Timed timed(timer_);
        const std::lock_guard lock(oneAtATime_);
        integrators::checkAccuracy(accuracy);
        integrators::checkCount(maxEvaluations, 1, "maxEvaluations");
        integrators::checkCount(n, 1, "n");
        const Led led(*this);
        integrators::MultiIntegrand integrand(timed_, lowBounds, upBounds);
        Integral result;
        if (integrand.volume() != 0) {
            Request request{{timed_.getFormula(),
                             {lowBounds.data(), lowBounds.data() + n},
                             {upBounds.data(), upBounds.data() + n},
                             accuracy,
                             valuesOf(integrand)},
                            maxEvaluations,
                            integrand};
            result = serveRequest(request);
            result.evaluations = timed_.evaluations() + request.evaluationsOfChildren;
        }
        errorEstimate = result.estimate;
        evaluations = result.evaluations;
        return result.value;
    }

protected:
    tuning::Candidate capabilitiesOf(numeric::MultiIntegratorPort&) override {
        tuning::Candidate candidate;
        candidate.abortable = true;
        return candidate;
    }

private:
    /// The user's function, and the candidates' way to it, for one call.
    class Led final {
    public:
        explicit Led(MultiIntegratorGate& gate)
            : timed_(gate.timed_), function_(gate.services(), "function") {
            timed_.clock().limit(kInfinity);
            timed_.leadTo(function_.get());
        }
        ~Led() { timed_.leadTo(nullptr); }
        Led(const Led&) = delete;
        Led& operator=(const Led&) = delete;

    private:
        TimedMultiFunction& timed_;
        gantry::UsedPort<numeric::MultiFunctionPort> function_;
    };

    Integral serveRequest(Request& request) {
        Integral result;
        const bool served = serve(
            [&]() -> const Context& { return contextOf(request); },
            [&](numeric::MultiIntegratorPort& integrator, const tuning::Assignment& assignment,
                tuning::Requests& requests) {
                Attempt attempt = callCandidate(integrator, assignment, requests, request, result);
                if (attempt.status == tuning::Status::Completed) {
                    judgeResult(request, assignment.verify, result, attempt);
                }
                if (attempt.status != tuning::Status::Completed) {
                    request.said = attempt.message;
                }
                return attempt;
            });
        return served ? result : withoutSuccess(request);
    }

    const Context& contextOf(const Request& request) {
        const Question& question = request.question;
        char number[40];
        context_.key = question.formula + " over";
        for (std::size_t v = 0; v < question.low.size(); ++v) {
            std::snprintf(number, sizeof number, " %.9g..%.9g", question.low[v], question.up[v]);
            context_.key += number;
        }
        std::snprintf(number, sizeof number, " within %.3g", question.accuracy);
        context_.key += number;
        context_.featureNames = {"accuracy", "variables", "volume"};
        const double volume = std::abs(request.integrand.volume());
        context_.features = {std::log10(question.accuracy),
                             static_cast<double>(question.low.size()),
                             std::log10(std::clamp(volume, 1e-300, 1e300))};
        return context_;
    }

    Attempt callCandidate(numeric::MultiIntegratorPort& integrator,
                          const tuning::Assignment& assignment, tuning::Requests& requests,
                          Request& request, Integral& result) {
        // A candidate may write to the bounds it is given.
        std::vector<double> low = request.question.low;
        std::vector<double> up = request.question.up;
        const auto n = static_cast<std::int32_t>(low.size());
        const double accuracy = request.question.accuracy;
        result = {std::nan(""), std::nan(""), 0};
        const auto calling = [&](Integral& found) {
            return attemptIntegral(
                [&](Integral& into) {
                    return integrator.integrateToAccuracy({low.data(), {n}}, {up.data(), {n}}, n,
                                                          accuracy, request.maxEvaluations,
                                                          into.estimate, into.evaluations);
                },
                accuracy, timed_.clock(), found);
        };
        timed_.clock().limit(assignment.limit);
        const Attempt attempt = assignment.isolated
                                    ? attemptIntegralIsolated(calling, assignment.limit, result)
                                    : calling(result);
        requests.stop();
        timed_.clock().limit(kInfinity);
        if (assignment.isolated) {
            request.evaluationsOfChildren += result.evaluations;
        }
        if (attempt.status == tuning::Status::Failed) {
            timed_.rethrow();
            request.keep(result);
        }
        return attempt;
    }

    void judgeResult(Request& request, bool anew, const Integral& result, Attempt& attempt) {
        const Question& question = request.question;
        const Reference* reference = references_.find(question);
        if (reference == nullptr && !anew && parameters_.getString("verification") == "sampled") {
            return;
        }
        // What is known may be of another function with the same name and values. A proof that
        // could not be made is not tried again.
        const bool differs = reference != nullptr &&
                             !(std::abs(result.value - reference->value) <= question.accuracy) &&
                             reference->uncertainty <= question.accuracy;
        if (reference == nullptr || (differs && !request.verified)) {
            reference = &references_.put(
                question, prove(request, parameters_.getLong("verificationEvaluations")));
            request.verified = true;
        }
        judge(result, *reference, question.accuracy, attempt);
        request.doubted = request.doubted || attempt.status != tuning::Status::Completed;
    }

    Reference prove(const Request& request, std::int64_t maxEvaluations) {
        const double volume = request.integrand.volume();
        Reference reference;
        try {
            reference = multiReference(
                request.integrand, request.question.accuracy / std::abs(volume), maxEvaluations);
        } catch (const gov::cca::CCAException&) {
            // It is not finite somewhere, which a candidate need not have met.
            timed_.rethrow();
            reference.uncertainty = kInfinity;
        }
        reference.value *= volume;
        reference.uncertainty *= std::abs(volume);
        return reference;
    }

    // No candidate has integrated it; the reference, where it is good enough, is an integral too.
    Integral withoutSuccess(const Request& request) {
        const Question& question = request.question;
        const Reference* known = references_.find(question);
        if (known != nullptr && request.proves(*known)) {
            return {known->value, known->uncertainty, 0};
        }
        if (!request.doubted) {
            const Reference own = prove(
                request,
                std::min(request.maxEvaluations, parameters_.getLong("verificationEvaluations")));
            if (request.proves(own)) {
                return {own.value, own.uncertainty, 0};
            }
            if (std::isfinite(request.nearest.value)) {
                return request.nearest;
            }
        }
        throw gantry::Error(
            gov::cca::CCAExceptionType::Nonstandard,
            "no candidate integrated " + question.formula +
                " to the accuracy that was asked for, the last one said: " + request.said +
                "; ask for a lower accuracy, or allow more evaluations (for the "
                "proof by the gate's parameter verificationEvaluations)");
    }

    gantry::Instrumentation measured_{typeid(MultiIntegratorGate)};
    gantry::MethodTimer& timer_ = measured_.timer("integrateToAccuracy");
    gantry::Parameters parameters_;
    TimedMultiFunction timed_;
    Context context_;
    KnownReferences<Question> references_;
    std::mutex oneAtATime_;
};

}  // namespace gates

GANTRY_COMPONENT(gates::MultiIntegratorGate, gates::kDescription);
