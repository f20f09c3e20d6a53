#include <cubature.h>

#include "integrators/common/KeptException.hpp"
#include "integrators/common/MultiIntegrator.hpp"

namespace integrators {
namespace {

constexpr std::array kParameters{gantry::ParameterDescription{
    "configuration", "method", "string", "hcubature",
    "hcubature: halves the worst box; pcubature: raises the degree, for smooth functions of few "
    "variables",
    nullptr, nullptr, "hcubature|pcubature"}};
constexpr auto kDescription = gantry::describe(
    {"integrators.Cubature", "1.0", "Integrates functions of several variables by cubature"},
    kMultiProvides, kMultiUses, kParameters);

struct Call {
    MultiIntegrand& integrand;
    KeptException kept;
};

int evaluate(unsigned, const double* shares, void* context, unsigned, double* value) {
    Call& call = *static_cast<Call*>(context);
    *value = call.kept.value([&] { return call.integrand(shares); });
    // A status other than 0 ends the integration.
    return call.kept.thrown() ? 1 : 0;
}

}  // namespace

class Cubature final : public MultiIntegrator {
public:
    Cubature() : MultiIntegrator(typeid(Cubature), kDescription) {}

protected:
    Estimate run(MultiIntegrand& integrand, double accuracy, std::int64_t maxEvaluations) override {
        const auto dimension = static_cast<unsigned>(integrand.dimension());
        const std::vector<double> low(dimension, 0.0);
        const std::vector<double> up(dimension, 1.0);
        Call call{integrand, {}};
        Estimate found;
        const auto integrate =
            parameters().getString("method") == "pcubature" ? pcubature : hcubature;
        const int status = integrate(1, evaluate, &call, dimension, low.data(), up.data(),
                                     static_cast<std::size_t>(maxEvaluations), accuracy, 0,
                                     ERROR_INDIVIDUAL, &found.value, &found.error);
        // Before the status: an exception of the function is its cause.
        call.kept.rethrow();
        if (status != 0) {
            throw gantry::Error(gov::cca::CCAExceptionType::OutOfMemory,
                                "cubature has not enough memory; allow fewer evaluations");
        }
        return found;
    }
};

}  // namespace integrators

GANTRY_COMPONENT(integrators::Cubature, integrators::kDescription);
