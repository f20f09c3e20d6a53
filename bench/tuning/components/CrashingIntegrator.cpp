#include <gantry/Parameters.hpp>
#include <gantry/plugin.hpp>
#include <gov/cca/Component.hpp>
#include <numeric/IntegratorPort.hpp>

#include <array>
#include <csignal>
#include <cstdlib>

namespace bench {
namespace {

constexpr std::array<gantry::PortDescription, 2> kProvides{
    {{"integrate", "numeric.IntegratorPort"}, {"configuration", "gov.cca.ports.ParameterPort"}}};
constexpr std::array<gantry::PortDescription, 0> kUses{};
constexpr std::array kParameters{gantry::ParameterDescription{"configuration", "how", "string",
                                                              "segfault", "How it ends", nullptr,
                                                              nullptr, "segfault|abort"}};
constexpr auto kDescription =
    gantry::describe({"bench.CrashingIntegrator", "1.0", "Takes its process with it"}, kProvides,
                     kUses, kParameters);

}  // namespace

/// Every call of it crashes: by a pointer to nowhere, or by abort.
class CrashingIntegrator final : public numeric::IntegratorPort, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services->addProvidesPort(gantry::own<gov::cca::Port>(this), "integrate",
                                  "numeric.IntegratorPort", nullptr);
        parameters_.attach(services, kDescription, "configuration");
    }
    double integrate(double, double, std::int32_t) override { crash(); }
    double integrateToAccuracy(double, double, double, std::int64_t, double&,
                               std::int64_t&) override {
        crash();
    }

private:
    [[noreturn]] void crash() {
        if (parameters_.getString("how") == "segfault") {
            volatile int* volatile nowhere = nullptr;
            *nowhere = 1;
        }
        std::abort();
    }

    gantry::Parameters parameters_;
};

}  // namespace bench

GANTRY_COMPONENT(bench::CrashingIntegrator, bench::kDescription);
