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
#include "gates/common/IntegrationGate.hpp"
#include "gates/common/integrals.hpp"
#include "integrators/common/Integrand.hpp"
#include "integrators/common/MultiIntegrator.hpp"

namespace gates {
namespace {

constexpr const char* kIntegratorType = "numeric.MultiIntegratorPort";
constexpr const char* kFunctionType = "numeric.MultiFunctionPort";
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr auto kProvides = integrationProvides(kIntegratorType, kFunctionType);
constexpr auto kUses = integrationUses<numeric::MultiIntegratorPort, numeric::MultiFunctionPort>();
constexpr auto kParameters = integrationParameters(
    "integrators.Cubature? method=hcubature; integrators.Sobol?; "
    "integrators.GslMonteCarlo? method=vegas",
    "20000000", "50000");
constexpr auto kDescription =
    gantry::describe({"gates.MultiIntegratorGate", "1.0",
                      "In front of integrators of several variables: the tuner chooses the "
                      "integrator, two independent rules verify its result"},
                     kProvides, kUses, kParameters);

/// A request of integrateToAccuracy, exactly. Functions may have the same formula: their values at
/// some points distinguish them.
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
            // Irrational steps: no point on a symmetry of the box, where different functions may
            // agree.
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
    /// The best of the results whose own estimate exceeds the accuracy.
    Integral nearest{std::nan(""), kInfinity, 0};
    /// Whether a result that claims the accuracy could not be verified.
    bool doubted = false;
    /// Whether the reference was computed for this request.
    bool verified = false;
    std::int64_t evaluationsOfChildren = 0;
    std::string said{};

    void keep(const Integral& result) {
        // NaN is not an estimate.
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

/// A result is delivered if it is within the accuracy of the reference. If no candidate reports
/// that it met the accuracy, the reference is delivered, provided that it can be computed with the
/// user's own limit of evaluations; else the nearest result, with its estimate above the accuracy.
/// A result that claims an accuracy which cannot be verified is never delivered. The reported
/// evaluations are all of the request: those of aborted trials and of the verification included.
class MultiIntegratorGate final
    : public IntegrationGate<numeric::MultiIntegratorPort, numeric::MultiFunctionPort,
                             TimedMultiFunction, Question> {
public:
    MultiIntegratorGate() : IntegrationGate(kDescription, typeid(MultiIntegratorGate)) {}

    double integrateToAccuracy(sidl::rarray<double> lowBounds, sidl::rarray<double> upBounds,
                               std::int32_t n, double accuracy, std::int64_t maxEvaluations,
                               double& errorEstimate, std::int64_t& evaluations) override {
        const gantry::Timed timed(timer_);
        const std::lock_guard lock(oneAtATime());
        integrators::checkAccuracy(accuracy);
        integrators::checkCount(maxEvaluations, 1, "maxEvaluations");
        integrators::checkBounds(n, lowBounds, upBounds);
        const Led led(*this);
        // Through the timed function, so that verification counts as evaluations of the request.
        integrators::MultiIntegrand integrand(timedFunction(), lowBounds, upBounds);
        Integral result;
        // Over an empty box the integral is 0, exactly and without an evaluation.
        if (integrand.volume() != 0) {
            Request request{{timedFunction().getFormula(),
                             {lowBounds.data(), lowBounds.data() + n},
                             {upBounds.data(), upBounds.data() + n},
                             accuracy,
                             valuesOf(integrand)},
                            maxEvaluations,
                            integrand};
            result = serveRequest(request);
            result.evaluations = timedFunction().evaluations() + request.evaluationsOfChildren;
        }
        errorEstimate = result.estimate;
        evaluations = result.evaluations;
        return result.value;
    }

private:
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
                accuracy, timedFunction().clock(), found);
        };
        Attempt ended = attempt(calling, assignment, requests, result);
        // A child's evaluations of the function do not reach this process's counter.
        if (assignment.isolated) {
            request.evaluationsOfChildren += result.evaluations;
        }
        if (ended.status == tuning::Status::Failed) {
            // What the user's function throws is the user's: it ends the request and does not count
            // as a failure of a candidate.
            timedFunction().rethrow();
            request.keep(result);
        }
        return ended;
    }

    void judgeResult(Request& request, bool asked, const Integral& result, Attempt& attempt) {
        const Question& question = request.question;
        const Reference* reference = references().find(question);
        if (needsNoReference(reference, asked)) {
            return;
        }
        // The known reference may be that of another function with the same formula and values. A
        // verification that was impossible is not tried again.
        const bool differs = reference != nullptr &&
                             !(std::abs(result.value - reference->value) <= question.accuracy) &&
                             reference->uncertainty <= question.accuracy;
        if (reference == nullptr || (differs && !request.verified)) {
            reference = &references().put(question, prove(request, verificationEvaluations()));
            request.verified = true;
        }
        judge(result, *reference, question.accuracy, attempt);
        request.doubted = request.doubted || attempt.status != tuning::Status::Completed;
    }

    Reference prove(const Request& request, std::int64_t maxEvaluations) {
        const double volume = request.integrand.volume();
        Reference reference;
        try {
            // The accuracy over the volume, as the reference is computed on the unit cube.
            reference = multiReference(
                request.integrand, request.question.accuracy / std::abs(volume), maxEvaluations);
        } catch (const gov::cca::CCAException&) {
            // The function is not finite somewhere, where a candidate need not have evaluated it.
            timedFunction().rethrow();
            reference.uncertainty = kInfinity;
        }
        reference.value *= volume;
        reference.uncertainty *= std::abs(volume);
        return reference;
    }

    // No candidate succeeded; the reference is delivered if it is accurate enough.
    Integral withoutSuccess(const Request& request) {
        const Question& question = request.question;
        const Reference* known = references().find(question);
        if (known != nullptr && request.proves(*known)) {
            return {known->value, known->uncertainty, 0};
        }
        // With a doubted claim neither the nearest result nor a weaker reference is safe to
        // deliver.
        if (!request.doubted) {
            const Reference own =
                prove(request, std::min(request.maxEvaluations, verificationEvaluations()));
            if (request.proves(own)) {
                return {own.value, own.uncertainty, 0};
            }
            if (std::isfinite(request.nearest.value)) {
                return request.nearest;
            }
        }
        throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard,
                            "no candidate integrated " + question.formula +
                                " to the requested accuracy; the last error: " + request.said +
                                "; request a lower accuracy, or allow more evaluations (for the "
                                "verification by the gate's parameter verificationEvaluations)");
    }

    gantry::MethodTimer& timer_ = timer("integrateToAccuracy");
    Context context_;
};

}  // namespace gates

GANTRY_COMPONENT(gates::MultiIntegratorGate, gates::kDescription);
