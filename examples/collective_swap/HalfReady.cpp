#include <gantry/plugin.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Component.hpp>
#include <numeric/FunctionPort.hpp>
#include <numeric/IntegratorPort.hpp>
#include <parallel/Upcalls.hpp>

#include <array>

namespace {

constexpr int kFailing = 2;
constexpr std::array kUses{gantry::PortDescription{"ranks", "parallel.Upcalls"},
                           gantry::PortDescription{"function", "numeric.FunctionPort", false}};
// The port is not described, as it is not there on every rank.
constexpr auto kDescription = gantry::describe(
    {"examples.HalfReady", "1.0", "An integrator that has no port on rank 2"}, {}, kUses);

}  // namespace

namespace examples {

class HalfReady final : public numeric::IntegratorPort, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services_ = services;
        gantry::registerUsesPorts(*services, kDescription);
        const gantry::UsedPort<parallel::Upcalls> ranks(services, kUses[0].name);
        if (ranks->getRank() != kFailing) {
            services->addProvidesPort(gantry::own<numeric::IntegratorPort>(this), "integrate",
                                      "numeric.IntegratorPort", nullptr);
        }
    }

    double integrate(double low, double up, std::int32_t count) override {
        const gantry::UsedPort<numeric::FunctionPort> function(services_, kUses[1].name);
        const double width = (up - low) / count;
        double sum = 0;
        for (int panel = 0; panel < count; ++panel) {
            sum += function->evaluate(low + width * (panel + 0.5));
        }
        return sum * width;
    }
    double integrateToAccuracy(double low, double up, double, std::int64_t maxEvaluations,
                               double& errorEstimate, std::int64_t& evaluations) override {
        evaluations = maxEvaluations;
        errorEstimate = 1;
        return integrate(low, up, static_cast<std::int32_t>(maxEvaluations));
    }

private:
    std::shared_ptr<gov::cca::Services> services_;
};

}  // namespace examples

GANTRY_COMPONENT(examples::HalfReady, kDescription);
