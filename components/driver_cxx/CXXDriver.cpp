#include <gantry/Instrumentation.hpp>
#include <gantry/Parameters.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Component.hpp>
#include <gov/cca/ports/GoPort.hpp>
#include <numeric/IntegratorPort.hpp>

#include <array>
#include <cstdio>

namespace drivers {
namespace {

constexpr std::array kProvides{
    gantry::PortDescription{"go", "gov.cca.ports.GoPort"},
    gantry::PortDescription{"configuration", "gov.cca.ports.ParameterPort"}};
constexpr std::array kUses{gantry::PortDescription{"integrate", "numeric.IntegratorPort"},
                           gantry::PortDescription{gantry::Instrumentation::kPortName,
                                                   gantry::Instrumentation::kPortType, false}};
constexpr std::array kParameters{
    gantry::ParameterDescription{"configuration", "lowBound", "double", "0",
                                 "Where the integral begins"},
    gantry::ParameterDescription{"configuration", "upBound", "double", "1",
                                 "Where the integral ends"},
    gantry::ParameterDescription{"configuration", "count", "int", "100000",
                                 "Evaluations of the function", "1", "2147483647"}};
constexpr auto kDescription =
    gantry::describe({"drivers.CXXDriver", "1.0", "Has one integral computed and prints it"},
                     kProvides, kUses, kParameters);

}  // namespace

class CXXDriver final : public gov::cca::ports::GoPort, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services_ = services;
        gantry::registerUsesPorts(*services, kDescription);
        services->addProvidesPort(gantry::own(this), "go", "gov.cca.ports.GoPort", nullptr);
        parameters_.attach(services, kDescription, "configuration");
        measured_.attach(services);
    }

    std::int32_t go() override {
        const gantry::Timed timed(goTimer_);
        const gantry::UsedPort<numeric::IntegratorPort> integrator(services_, "integrate");
        const double value =
            integrator->integrate(parameters_.getDouble("lowBound"),
                                  parameters_.getDouble("upBound"), parameters_.getInt("count"));
        std::printf("Value = %f\n", value);
        std::fflush(stdout);
        return 0;
    }

private:
    std::shared_ptr<gov::cca::Services> services_;
    gantry::Parameters parameters_;
    gantry::Instrumentation measured_{typeid(CXXDriver)};
    gantry::MethodTimer& goTimer_ = measured_.timer("go");
};

}  // namespace drivers

GANTRY_COMPONENT(drivers::CXXDriver, drivers::kDescription);
