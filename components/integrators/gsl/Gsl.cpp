#include <gsl/gsl_errno.h>
#include <gsl/gsl_integration.h>

#include <memory>

#include "integrators/common/AdaptiveIntegrator.hpp"
#include "integrators/common/KeptException.hpp"

namespace integrators {
namespace {

constexpr std::array kProvides{
    gantry::PortDescription{"integrate", "numeric.IntegratorPort"},
    gantry::PortDescription{"configuration", "gov.cca.ports.ParameterPort"}};
constexpr std::array kParameters{gantry::ParameterDescription{
    "configuration", "method", "string", "qag",
    "qag: adaptive Gauss-Kronrod; qags: with extrapolation, for singularities at the ends", nullptr,
    nullptr, "qag|qags"}};
constexpr auto kDescription =
    gantry::describe({"integrators.Gsl", "1.0", "Integrates by GSL's QAG or QAGS (21 points)"},
                     kProvides, kUses, kParameters);

constexpr std::int64_t kPoints = 21;
constexpr std::int64_t kMostIntervals = 100000;

struct Call {
    Integrand& integrand;
    KeptException kept;
};

double evaluate(double share, void* context) {
    Call& call = *static_cast<Call*>(context);
    return call.kept.value([&] { return call.integrand(share); });
}

}  // namespace

class Gsl final : public AdaptiveIntegrator {
public:
    // GSL's own error handler ends the program; here errors are reported by results.
    Gsl() : AdaptiveIntegrator(typeid(Gsl), kDescription) { gsl_set_error_handler_off(); }

protected:
    std::int64_t leastEvaluations() const override { return kPoints; }

    Estimate run(Integrand& integrand, double accuracy, std::int64_t maxEvaluations) override {
        // Each interval but the first costs two rules, for both halves of one that is split.
        const auto intervals =
            static_cast<std::size_t>(std::min((maxEvaluations / kPoints + 1) / 2, kMostIntervals));
        const std::unique_ptr<gsl_integration_workspace, decltype(&gsl_integration_workspace_free)>
            workspace(gsl_integration_workspace_alloc(intervals), gsl_integration_workspace_free);
        if (!workspace) {
            throw std::bad_alloc();
        }
        Call call{integrand, {}};
        gsl_function function{evaluate, &call};
        Estimate found;
        if (parameters().getString("method") == "qags") {
            // The status is not looked at: whatever it is, the estimate of the error says how good
            // the value is.
            gsl_integration_qags(&function, 0, 1, accuracy, 0, intervals, workspace.get(),
                                 &found.value, &found.error);
        } else {
            gsl_integration_qag(&function, 0, 1, accuracy, 0, intervals, GSL_INTEG_GAUSS21,
                                workspace.get(), &found.value, &found.error);
        }
        call.kept.rethrow();
        return found;
    }
};

}  // namespace integrators

GANTRY_COMPONENT(integrators::Gsl, integrators::kDescription);
