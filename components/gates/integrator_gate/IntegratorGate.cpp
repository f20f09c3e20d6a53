#include <gantry/plugin.hpp>
#include <numeric/IntegratorPort.hpp>
#include <numeric/proxy/FunctionPort.hpp>
#include <numeric/proxy/IntegratorPort.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <mutex>
#include <string>

#include "ReferenceIntegral.hpp"
#include "TimedFunction.hpp"
#include "gates/common/IntegrationGate.hpp"
#include "gates/common/integrals.hpp"

namespace gates {
namespace {

constexpr const char* kIntegratorType = "numeric.IntegratorPort";
constexpr const char* kFunctionType = "numeric.FunctionPort";
constexpr auto kProvides = integrationProvides(kIntegratorType, kFunctionType);
constexpr auto kUses = integrationUses<numeric::IntegratorPort, numeric::FunctionPort>();
constexpr auto kParameters = integrationParameters(
    "integrators.Gsl? method=qags; integrators.GaussKronrod?; integrators.TanhSinh?; "
    "integrators.Gsl? method=qag; integrators.Simpson?",
    "4000000", "10000");
constexpr auto kDescription =
    gantry::describe({"gates.IntegratorGate", "1.0",
                      "In front of integrators: the tuner chooses the integrator, an independent "
                      "rule verifies its result"},
                     kProvides, kUses, kParameters);

/// A request of integrateToAccuracy, exactly.
struct Question {
    std::string formula;
    double low;
    double up;
    double accuracy;

    friend bool operator==(const Question&, const Question&) = default;
};

}  // namespace

/// integrate, which has no accuracy to judge a result by, is served by the incumbent. A result of
/// integrateToAccuracy is delivered if it is within the accuracy of the reference.
class IntegratorGate final : public IntegrationGate<numeric::IntegratorPort, numeric::FunctionPort,
                                                    TimedFunction, Question> {
public:
    IntegratorGate() : IntegrationGate(kDescription, typeid(IntegratorGate)) {}

    double integrate(double lowBound, double upBound, std::int32_t count) override {
        const gantry::Timed timed(integrateTimer_);
        // One request at a time: the candidates share the port that leads to the user's function.
        const std::lock_guard lock(oneAtATime());
        const Led led(*this);
        const gantry::UsedPort<numeric::IntegratorPort> incumbent(services(), kIncumbentPort);
        return incumbent->integrate(lowBound, upBound, count);
    }

    double integrateToAccuracy(double lowBound, double upBound, double accuracy,
                               std::int64_t maxEvaluations, double& errorEstimate,
                               std::int64_t& evaluations) override {
        const gantry::Timed timed(toAccuracyTimer_);
        const std::lock_guard lock(oneAtATime());
        const Led led(*this);
        Integral result;
        std::string said;
        const Question question{led->getFormula(), lowBound, upBound, accuracy};
        const bool served =
            serve([&]() -> const Context& { return contextOf(question); },
                  [&](numeric::IntegratorPort& integrator, const tuning::Assignment& assignment,
                      tuning::Requests& requests) {
                      const auto calling = [&](Integral& found) {
                          return call(integrator, question, maxEvaluations, found);
                      };
                      Attempt ended = attempt(calling, assignment, requests, result);
                      if (ended.status == tuning::Status::Completed) {
                          judge(*led, question, assignment.verify, result, ended);
                      }
                      if (ended.status != tuning::Status::Completed) {
                          said = ended.message;
                      }
                      return ended;
                  });
        if (!served) {
            result = withoutSuccess(*led, question, said);
        }
        errorEstimate = result.estimate;
        evaluations = result.evaluations;
        return result.value;
    }

private:
    const Context& contextOf(const Question& question) {
        char numbers[96];
        // Bounds with all their digits, as they decide the result; the accuracy roughly, as it
        // decides the effort.
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
        // The accuracy is checked by the candidate's own estimate first: one that admits failure
        // needs no verification.
        return attemptIntegral(
            [&](Integral& found) {
                return integrator.integrateToAccuracy(question.low, question.up, question.accuracy,
                                                      maxEvaluations, found.estimate,
                                                      found.evaluations);
            },
            question.accuracy, timedFunction().clock(), result);
    }

    void judge(numeric::FunctionPort& function, const Question& question, bool asked,
               const Integral& result, Attempt& attempt) {
        const Reference* reference = references().find(question);
        if (needsNoReference(reference, asked)) {
            return;
        }
        const bool doubted =
            reference != nullptr && std::abs(result.value - reference->value) > question.accuracy;
        // The known reference may be that of another function with the same formula.
        if (reference == nullptr || doubted) {
            reference = &references().put(question, prove(function, question));
        }
        gates::judge(result, *reference, question.accuracy, attempt);
    }

    Reference prove(numeric::FunctionPort& function, const Question& question) {
        return referenceIntegral(function, question.low, question.up, question.accuracy,
                                 verificationEvaluations());
    }

    // No candidate succeeded; the reference is delivered if it is accurate enough.
    Integral withoutSuccess(numeric::FunctionPort& function, const Question& question,
                            const std::string& said) {
        const Reference* reference = references().find(question);
        if (reference == nullptr) {
            reference = &references().put(question, prove(function, question));
        }
        if (reference->uncertainty <= question.accuracy) {
            return {reference->value, reference->uncertainty, reference->evaluations};
        }
        throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard,
                            "no candidate integrated " + question.formula +
                                " to the requested accuracy; the last error: " + said +
                                "; request a lower accuracy, or allow more evaluations");
    }

    gantry::MethodTimer& integrateTimer_ = timer("integrate");
    gantry::MethodTimer& toAccuracyTimer_ = timer("integrateToAccuracy");
    Context context_;
};

}  // namespace gates

GANTRY_COMPONENT(gates::IntegratorGate, gates::kDescription);
