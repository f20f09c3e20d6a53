#include <gantry/Parameters.hpp>
#include <gantry/plugin.hpp>
#include <numeric/IntegratorPort.hpp>
#include <numeric/proxy/FunctionPort.hpp>
#include <numeric/proxy/IntegratorPort.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <mutex>
#include <string>

#include "ReferenceIntegral.hpp"
#include "TimedFunction.hpp"
#include "gates/common/GateOf.hpp"
#include "gates/common/integrals.hpp"

namespace gates {
namespace {

constexpr const char* kIntegratorType = "numeric.IntegratorPort";
constexpr const char* kFunctionType = "numeric.FunctionPort";
constexpr const char* kParametersPort = "configuration";
constexpr std::array kProvides{
    gantry::PortDescription{"integrate", kIntegratorType},
    gantry::PortDescription{"timedFunction", kFunctionType},
    gantry::PortDescription{"gate", "tuning.Gate"},
    gantry::PortDescription{kParametersPort, "gov.cca.ports.ParameterPort"}};
constexpr std::array kUses{gantry::uses<numeric::IntegratorPort>(kIncumbentPort),
                           gantry::uses<numeric::FunctionPort>("function"),
                           gantry::PortDescription{kRequestsPort, "tuning.Requests", false},
                           gantry::PortDescription{gantry::Instrumentation::kPortName,
                                                   gantry::Instrumentation::kPortType, false}};
constexpr std::array kParameters{
    gantry::ParameterDescription{kParametersPort, "portfolio", "string",
                                 "integrators.Gsl? method=qags; integrators.GaussKronrod?; "
                                 "integrators.TanhSinh?; integrators.Gsl? method=qag; "
                                 "integrators.Simpson?",
                                 "The candidates where the tuner is not told any: a few that "
                                 "complement each other"},
    gantry::ParameterDescription{kParametersPort, "verification", "string", "each",
                                 "each: every integral is verified once; sampled: the first one of "
                                 "a candidate and some later ones",
                                 nullptr, nullptr, "each|sampled"},
    gantry::ParameterDescription{kParametersPort, "verificationEvaluations", "long", "4000000",
                                 "The most evaluations of the function for a proof", "10000",
                                 "1000000000000"}};
constexpr auto kDescription =
    gantry::describe({"gates.IntegratorGate", "1.0",
                      "Stands before integrators: the tuner says which one integrates, an "
                      "independent rule what is right"},
                     kProvides, kUses, kParameters);

/// What was asked for, exactly.
struct Question {
    std::string formula;
    double low;
    double up;
    double accuracy;

    friend bool operator==(const Question&, const Question&) = default;
};

}  // namespace

/// integrate, which names no accuracy to be judged by, goes to the incumbent. A result of
/// integrateToAccuracy is delivered where it is within the accuracy of the reference.
class IntegratorGate final : public numeric::IntegratorPort,
                             public GateOf<numeric::IntegratorPort>,
                             public gov::cca::Component {
public:
    IntegratorGate() : GateOf(kIntegratorType) {}

    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        attach(services);
        gantry::registerUsesPorts(*services, kDescription);
        services->addProvidesPort(gantry::own<numeric::IntegratorPort>(this), "integrate",
                                  kIntegratorType, nullptr);
        services->addProvidesPort(gantry::own<numeric::FunctionPort>(&timed_), "timedFunction",
                                  kFunctionType, nullptr);
        services->addProvidesPort(gantry::own<tuning::Gate>(this), "gate", "tuning.Gate", nullptr);
        parameters_.attach(services, kDescription, kParametersPort);
        measured_.attach(services);
    }

    double integrate(double lowBound, double upBound, std::int32_t count) override {
        const gantry::Timed timed(integrateTimer_);
        const std::lock_guard lock(oneAtATime_);
        const Led led(*this);
        timed_.clock().limit(std::numeric_limits<double>::infinity());
        const gantry::UsedPort<numeric::IntegratorPort> incumbent(services(), kIncumbentPort);
        return incumbent->integrate(lowBound, upBound, count);
    }

    double integrateToAccuracy(double lowBound, double upBound, double accuracy,
                               std::int64_t maxEvaluations, double& errorEstimate,
                               std::int64_t& evaluations) override {
        const gantry::Timed timed(toAccuracyTimer_);
        const std::lock_guard lock(oneAtATime_);
        const Led led(*this);
        Integral result;
        std::string said;
        const Question question{led->getFormula(), lowBound, upBound, accuracy};
        const bool served = serve(
            [&]() -> const Context& { return contextOf(question); },
            [&](numeric::IntegratorPort& integrator, const tuning::Assignment& assignment,
                tuning::Requests& requests) {
                timed_.clock().limit(assignment.limit);
                const auto calling = [&](Integral& found) {
                    return call(integrator, question, maxEvaluations, found);
                };
                Attempt attempt = assignment.isolated
                                      ? attemptIntegralIsolated(calling, assignment.limit, result)
                                      : calling(result);
                requests.stop();
                timed_.clock().limit(std::numeric_limits<double>::infinity());
                if (attempt.status == tuning::Status::Completed) {
                    judge(*led, question, assignment.verify, result, attempt);
                }
                if (attempt.status != tuning::Status::Completed) {
                    said = attempt.message;
                }
                return attempt;
            });
        if (!served) {
            result = withoutSuccess(*led, question, said);
        }
        errorEstimate = result.estimate;
        evaluations = result.evaluations;
        return result.value;
    }

protected:
    tuning::Candidate capabilitiesOf(numeric::IntegratorPort&) override {
        tuning::Candidate candidate;
        candidate.abortable = true;
        return candidate;
    }

private:
    /// The user's function, and the candidates' way to it, for one call.
    class Led final {
    public:
        explicit Led(IntegratorGate& gate)
            : timed_(gate.timed_), function_(gate.services(), "function") {
            timed_.leadTo(function_.get());
        }
        ~Led() { timed_.leadTo(nullptr); }
        Led(const Led&) = delete;
        Led& operator=(const Led&) = delete;
        numeric::FunctionPort& operator*() const { return *function_; }
        numeric::FunctionPort* operator->() const { return function_.get(); }

    private:
        TimedFunction& timed_;
        gantry::UsedPort<numeric::FunctionPort> function_;
    };

    const Context& contextOf(const Question& question) {
        char numbers[96];
        std::snprintf(numbers, sizeof numbers, " from %.17g to %.17g within %.3g", question.low,
                      question.up, question.accuracy);
        context_.key = question.formula + numbers;
        context_.featureNames = {"accuracy", "width"};
        const double width = std::abs(question.up - question.low);
        context_.features = {std::log10(question.accuracy), std::log10(std::max(width, 1e-300))};
        return context_;
    }

    Attempt call(numeric::IntegratorPort& integrator, const Question& question,
                 std::int64_t maxEvaluations, Integral& result) {
        return attemptIntegral(
            [&](Integral& found) {
                return integrator.integrateToAccuracy(question.low, question.up, question.accuracy,
                                                      maxEvaluations, found.estimate,
                                                      found.evaluations);
            },
            question.accuracy, timed_.clock(), result);
    }

    void judge(numeric::FunctionPort& function, const Question& question, bool anew,
               const Integral& result, Attempt& attempt) {
        const Reference* reference = references_.find(question);
        if (reference == nullptr && !anew && parameters_.getString("verification") == "sampled") {
            return;
        }
        const bool doubted =
            reference != nullptr && std::abs(result.value - reference->value) > question.accuracy;
        // What is known may be of another function that calls itself the same.
        if (reference == nullptr || doubted) {
            reference = &references_.put(question, prove(function, question));
        }
        gates::judge(result, *reference, question.accuracy, attempt);
    }

    Reference prove(numeric::FunctionPort& function, const Question& question) {
        return referenceIntegral(function, question.low, question.up, question.accuracy,
                                 parameters_.getLong("verificationEvaluations"));
    }

    // No candidate has integrated it; the reference, where it is good enough, is an integral too.
    Integral withoutSuccess(numeric::FunctionPort& function, const Question& question,
                            const std::string& said) {
        const Reference* reference = references_.find(question);
        if (reference == nullptr) {
            reference = &references_.put(question, prove(function, question));
        }
        if (reference->uncertainty <= question.accuracy) {
            return {reference->value, reference->uncertainty, reference->evaluations};
        }
        throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard,
                            "no candidate integrated " + question.formula +
                                " to the accuracy that was asked for, the last one said: " + said +
                                "; ask for a lower accuracy, or allow more evaluations");
    }

    gantry::Instrumentation measured_{typeid(IntegratorGate)};
    gantry::MethodTimer& integrateTimer_ = measured_.timer("integrate");
    gantry::MethodTimer& toAccuracyTimer_ = measured_.timer("integrateToAccuracy");
    gantry::Parameters parameters_;
    TimedFunction timed_;
    Context context_;
    KnownReferences<Question> references_;
    std::mutex oneAtATime_;
};

}  // namespace gates

GANTRY_COMPONENT(gates::IntegratorGate, gates::kDescription);
