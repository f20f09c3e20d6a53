#include <gantry/Instrumentation.hpp>
#include <gantry/Parameters.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Component.hpp>
#include <gov/cca/ports/GoPort.hpp>
#include <numeric/IntegratorPort.hpp>
#include <parallel/Upcalls.hpp>

#include <array>
#include <cstdio>

namespace drivers {
namespace {

constexpr std::array kProvides{
    gantry::PortDescription{"go", "gov.cca.ports.GoPort"},
    gantry::PortDescription{"configuration", "gov.cca.ports.ParameterPort"}};
constexpr std::array kUses{gantry::PortDescription{"integrate", "numeric.IntegratorPort"},
                           gantry::PortDescription{"upcalls", "parallel.Upcalls"},
                           gantry::PortDescription{gantry::Instrumentation::kPortName,
                                                   gantry::Instrumentation::kPortType, false}};
constexpr std::array kParameters{
    gantry::ParameterDescription{"configuration", "lowBound", "double", "0",
                                 "Where the integral begins"},
    gantry::ParameterDescription{"configuration", "upBound", "double", "1",
                                 "Where the integral ends"},
    gantry::ParameterDescription{"configuration", "count", "int", "100000",
                                 "Evaluations of the function on each rank", "1", "2147483647"}};
constexpr auto kDescription = gantry::describe(
    {"drivers.ParallelDriver", "1.0", "Has one integral computed in parts, one on each rank"},
    kProvides, kUses, kParameters);

}  // namespace

class ParallelDriver final : public gov::cca::ports::GoPort, public gov::cca::Component {
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
        const gantry::UsedPort<parallel::Upcalls> ranks(services_, "upcalls");
        const gantry::UsedPort<numeric::IntegratorPort> integrator(services_, "integrate");
        const double low = parameters_.getDouble("lowBound");
        const double width = (parameters_.getDouble("upBound") - low) / ranks->getSize();
        const double mine = low + width * ranks->getRank();
        const double part = integrator->integrate(mine, mine + width, parameters_.getInt("count"));
        const sidl::array<double> sum = sumOverRanks(*ranks, part);
        if (ranks->getRank() == 0) {
            std::printf("Value = %f by %d ranks\n", sum[0], ranks->getSize());
            std::fflush(stdout);
        }
        return 0;
    }

private:
    sidl::array<double> sumOverRanks(parallel::Upcalls& ranks, double part) {
        const gantry::Timed timed(sumTimer_);
        return ranks.reduceSum({part});
    }

    std::shared_ptr<gov::cca::Services> services_;
    gantry::Parameters parameters_;
    gantry::Instrumentation measured_{typeid(ParallelDriver)};
    gantry::MethodTimer& goTimer_ = measured_.timer("go");
    gantry::MethodTimer& sumTimer_ = measured_.timer("sumOverRanks");
};

}  // namespace drivers

GANTRY_COMPONENT(drivers::ParallelDriver, drivers::kDescription);
