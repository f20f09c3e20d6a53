#include <gantry/Parameters.hpp>
#include <gantry/plugin.hpp>
#include <numeric/IntegratorPort.hpp>
#include <numeric/proxy/FunctionPort.hpp>
#include <numeric/proxy/IntegratorPort.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <list>

#include "ReferenceIntegral.hpp"
#include "TimedFunction.hpp"
#include "gates/GateOf.hpp"
#include "gates/isolated.hpp"

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
    gantry::ParameterDescription{kParametersPort, "proof", "string", "each",
                                 "each: every integral is proved once; sampled: the first one of "
                                 "a candidate and some later ones",
                                 nullptr, nullptr, "each|sampled"},
    gantry::ParameterDescription{kParametersPort, "proofEvaluations", "long", "4000000",
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

/// The reference values of the last questions.
class KnownReferences final {
public:
    [[nodiscard]] const Reference* find(const Question& question) {
        for (auto known = known_.begin(); known != known_.end(); ++known) {
            if (known->first == question) {
                known_.splice(known_.begin(), known_, known);
                return &known_.front().second;
            }
        }
        return nullptr;
    }
    const Reference& put(const Question& question, const Reference& reference) {
        constexpr std::size_t kMost = 128;
        if (find(question) != nullptr) {
            known_.pop_front();
        }
        known_.emplace_front(question, reference);
        if (known_.size() > kMost) {
            known_.pop_back();
        }
        return known_.front().second;
    }

private:
    std::list<std::pair<Question, Reference>> known_;
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
        const Led led(*this);
        timed_.limit(std::numeric_limits<double>::infinity());
        const gantry::UsedPort<numeric::IntegratorPort> incumbent(services(), kIncumbentPort);
        return incumbent->integrate(lowBound, upBound, count);
    }

    double integrateToAccuracy(double lowBound, double upBound, double accuracy,
                               std::int64_t maxEvaluations, double& errorEstimate,
                               std::int64_t& evaluations) override {
        const gantry::Timed timed(toAccuracyTimer_);
        const Led led(*this);
        Result result;
        std::string said;
        const Question question{led->getFormula(), lowBound, upBound, accuracy};
        const bool served =
            serve([&]() -> const Context& { return contextOf(question); },
                  [&](numeric::IntegratorPort& integrator, const tuning::Assignment& assignment,
                      tuning::Requests& requests) {
                      timed_.limit(assignment.limit);
                      Attempt attempt = assignment.isolated
                                            ? callIsolated(integrator, question, maxEvaluations,
                                                           assignment.limit, result)
                                            : call(integrator, question, maxEvaluations, result);
                      requests.stop();
                      timed_.limit(std::numeric_limits<double>::infinity());
                      if (attempt.status == tuning::Status::Completed) {
                          judge(*led, question, assignment.unproven, result, attempt);
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
    struct Result {
        double value = 0;
        double estimate = 0;
        std::int64_t evaluations = 0;
    };

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
                 std::int64_t maxEvaluations, Result& result) {
        try {
            result.value =
                integrator.integrateToAccuracy(question.low, question.up, question.accuracy,
                                               maxEvaluations, result.estimate, result.evaluations);
        } catch (const std::exception& error) {
            return timed_.isOver() ? Attempt{tuning::Status::Aborted, std::nan(""), ""}
                                   : Attempt{tuning::Status::Failed, std::nan(""), error.what()};
        }
        if (!std::isfinite(result.value)) {
            return {tuning::Status::Wrong, std::nan(""), "the result is no finite number"};
        }
        if (!(result.estimate <= question.accuracy)) {
            return {tuning::Status::Failed, std::nan(""), "it did not meet the accuracy"};
        }
        return {};
    }

    // The child's result and how its call ended come back as bytes.
    Attempt callIsolated(numeric::IntegratorPort& integrator, const Question& question,
                         std::int64_t maxEvaluations, double limit, Result& result) {
        struct Sent {
            Result result;
            tuning::Status status = tuning::Status::Failed;
        };
        std::string bytes;
        Attempt attempt = attemptIsolated(
            [&] {
                Sent sent;
                const Attempt inside = call(integrator, question, maxEvaluations, sent.result);
                sent.status = inside.status;
                return std::string(reinterpret_cast<const char*>(&sent), sizeof sent) +
                       inside.message;
            },
            limit, bytes);
        if (attempt.status == tuning::Status::Completed) {
            Sent sent;
            std::memcpy(&sent, bytes.data(), sizeof sent);
            result = sent.result;
            attempt.status = sent.status;
            attempt.message = bytes.substr(sizeof sent);
        }
        return attempt;
    }

    void judge(numeric::FunctionPort& function, const Question& question, bool anew,
               const Result& result, Attempt& attempt) {
        const Reference* reference = references_.find(question);
        if (reference == nullptr && !anew && parameters_.getString("proof") == "sampled") {
            return;
        }
        const bool doubted =
            reference != nullptr && std::abs(result.value - reference->value) > question.accuracy;
        // What is known may be of another function that calls itself the same.
        if (reference == nullptr || doubted) {
            reference = &references_.put(question, prove(function, question));
        }
        constexpr double kShare = 4;
        const double error = std::abs(result.value - reference->value);
        attempt.quality = error / question.accuracy;
        if (!(reference->uncertainty <= question.accuracy / kShare)) {
            attempt.status = tuning::Status::Failed;
            attempt.message = "its result could not be proved: the reference may be off by " +
                              std::to_string(reference->uncertainty);
        } else if (!(error <= question.accuracy)) {
            attempt.status = tuning::Status::Wrong;
            attempt.message = "its error is " + std::to_string(attempt.quality) +
                              " times the accuracy it says it has met";
        }
    }

    Reference prove(numeric::FunctionPort& function, const Question& question) {
        return referenceIntegral(function, question.low, question.up, question.accuracy,
                                 parameters_.getLong("proofEvaluations"));
    }

    // No candidate has integrated it; the reference, where it is good enough, is an integral too.
    Result withoutSuccess(numeric::FunctionPort& function, const Question& question,
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
    KnownReferences references_;
};

}  // namespace gates

GANTRY_COMPONENT(gates::IntegratorGate, gates::kDescription);
