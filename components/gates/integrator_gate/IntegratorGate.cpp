#include <gantry/plugin.hpp>
#include <numeric/IntegratorPort.hpp>
#include <numeric/proxy/FunctionPort.hpp>
#include <numeric/proxy/IntegratorPort.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <mutex>
#include <string>
#include <vector>

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
constexpr auto kCommon = integrationParameters(
    "integrators.Gsl? method=qags; integrators.GaussKronrod?; integrators.TanhSinh?; "
    "integrators.Gsl? method=qag; integrators.Simpson?",
    "4000000", "10000");
constexpr std::array kParameters{
    kCommon[0], kCommon[1], kCommon[2],
    gantry::ParameterDescription{
        kParametersPort, "withoutAccuracy", "string", "work",
        "Requirement on candidates if a call has a number of points instead of an accuracy: use "
        "the same number of points (work) as the initial one, or reach the same error; with both, "
        "the error is at most that of the initial one. incumbent: such calls are not tuned",
        nullptr, nullptr, "work|error|incumbent"}};
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

/// A request of integrate, exactly.
struct Count {
    std::string formula;
    double low;
    double up;
    std::int32_t points;

    friend bool operator==(const Count&, const Count&) = default;
};

/// What the initial candidate made of it, and how far that is off.
struct Baseline {
    Count count;
    double value;
    Reference reference;
    /// The error that is allowed to all.
    double allowed;
};

}  // namespace

/// integrate has no accuracy to judge a result by: the first request of an integral is served by
/// the initial candidate, and the error of its result is what later ones may have. A result of
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
        if (!isTuned() || count < 1 || parameter("withoutAccuracy") == "incumbent") {
            if (count >= 1) {
                skip("the gate's parameter withoutAccuracy is 'incumbent'");
            }
            const gantry::UsedPort<numeric::IntegratorPort> incumbent(services(), kIncumbentPort);
            return incumbent->integrate(lowBound, upBound, count);
        }
        const Count asked{led->getFormula(), lowBound, upBound, count};
        const auto known = std::find_if(baselines_.begin(), baselines_.end(),
                                        [&](const Baseline& each) { return each.count == asked; });
        if (known != baselines_.end()) {
            return serveCount(*led, *known);
        }
        remember(measure(*led, asked));
        skip(
            "the first call of an integral with a number of points is the initial candidate's: its "
            "error is the one that later calls may have");
        return baselines_.back().value;
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
    /// The first request of an integral: what the user would get without a tuner, and how good that
    /// is.
    Baseline measure(numeric::FunctionPort& function, const Count& asked) {
        constexpr double kFine = 1e-13;
        // The reference costs at most some times what was asked for.
        constexpr std::int64_t kTimes = 10;
        constexpr std::int64_t kFewest = 10'000;
        constexpr double kShare = 4;
        const gantry::UsedPort<numeric::IntegratorPort> initial(services(), "candidate0");
        const double value = initial->integrate(asked.low, asked.up, asked.points);
        const std::int64_t most =
            std::min(verificationEvaluations(), std::max(kFewest, kTimes * asked.points));
        const double fine = std::max(kFine * std::abs(value), std::numeric_limits<double>::min());
        const Reference reference = referenceIntegral(function, asked.low, asked.up, fine, most);
        const double error = std::abs(value - reference.value);
        const double doubt = kShare * reference.uncertainty;
        // A reference that cannot tell results apart where it matters is none.
        const bool isGood = doubt <= error || doubt <= 10 * fine;
        return {asked, value, reference, isGood ? std::max(error, doubt) : std::nan("")};
    }

    void remember(const Baseline& baseline) {
        constexpr std::size_t kMostKnown = 128;
        if (baselines_.size() == kMostKnown) {
            baselines_.erase(baselines_.begin());
        }
        baselines_.push_back(baseline);
    }

    double serveCount(numeric::FunctionPort& function, Baseline& baseline) {
        const Count& count = baseline.count;
        if (std::isnan(baseline.allowed)) {
            skip(
                "no reference is accurate enough to judge the error of the integral, so the "
                "initial "
                "candidate serves it");
            const gantry::UsedPort<numeric::IntegratorPort> initial(services(), "candidate0");
            return initial->integrate(count.low, count.up, count.points);
        }
        Integral result;
        bool measuredAgain = false;
        const bool served =
            serve([&]() -> const Context& { return contextOf(count); },
                  [&](numeric::IntegratorPort& integrator, const tuning::Assignment& assignment,
                      tuning::Requests& requests) {
                      const auto calling = [&](Integral& found) {
                          return callCounted(integrator, baseline, found);
                      };
                      Attempt ended = attempt(calling, assignment, requests, result);
                      if (ended.status != tuning::Status::Completed) {
                          return ended;
                      }
                      const double error = std::abs(result.value - baseline.reference.value);
                      if (!(error <= baseline.allowed) && !measuredAgain) {
                          // It may be another function with the same formula.
                          measuredAgain = true;
                          baseline = measure(function, Count(count));
                      }
                      gates::judge(result, baseline.reference, baseline.allowed, ended);
                      return ended;
                  });
        return served ? result.value : baseline.value;
    }

    Attempt callCounted(numeric::IntegratorPort& integrator, const Baseline& baseline,
                        Integral& result) {
        const Count& count = baseline.count;
        const bool sameWork = parameter("withoutAccuracy") == "work";
        return attemptIntegral(
            [&](Integral& found) {
                if (sameWork) {
                    found.estimate = 0;
                    return integrator.integrate(count.low, count.up, count.points);
                }
                return integrator.integrateToAccuracy(count.low, count.up, baseline.allowed,
                                                      verificationEvaluations(), found.estimate,
                                                      found.evaluations);
            },
            baseline.allowed, timedFunction().clock(), result);
    }

    const Context& contextOf(const Count& count) {
        char numbers[96];
        std::snprintf(numbers, sizeof numbers, " from %.17g to %.17g by %d points", count.low,
                      count.up, count.points);
        return context(count.formula + numbers, {"points", static_cast<double>(count.points)},
                       count.up - count.low);
    }

    const Context& contextOf(const Question& question) {
        char numbers[96];
        // Bounds with all their digits, as they decide the result; the accuracy roughly, as it
        // decides the effort.
        std::snprintf(numbers, sizeof numbers, " from %.17g to %.17g within %.3g", question.low,
                      question.up, question.accuracy);
        return context(question.formula + numbers, {"accuracy", question.accuracy},
                       question.up - question.low);
    }

    struct Feature {
        const char* name;
        double value;
    };
    // Costs go by orders of magnitude, so the features are logarithms.
    const Context& context(std::string key, const Feature& asked, double width) {
        context_.key = std::move(key);
        context_.featureNames = {asked.name, "width"};
        context_.features = {std::log10(asked.value),
                             std::log10(std::max(std::abs(width), 1e-300))};
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
    std::vector<Baseline> baselines_;
};

}  // namespace gates

GANTRY_COMPONENT(gates::IntegratorGate, gates::kDescription);
