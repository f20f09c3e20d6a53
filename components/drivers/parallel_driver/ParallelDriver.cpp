#include <parallel/Upcalls.hpp>

#include <array>
#include <cstdio>

#include "drivers/common/IntegralDriver.hpp"

namespace drivers {
namespace {

constexpr gantry::PortDescription kRanksPort{"upcalls", "parallel.Upcalls"};
constexpr std::array kUses{kIntegratePort, kRanksPort, kMeasurementPort};
constexpr std::array kParameters = parametersWith("Evaluations of the function on each rank");

}  // namespace

class ParallelDriver final : public IntegralDriver<ParallelDriver> {
public:
    static constexpr auto kDescription = gantry::describe(
        {"drivers.ParallelDriver", "1.0", "Has one integral computed in parts, one on each rank"},
        kProvides, kUses, kParameters);

    // All ranks call it. They share the interval in equal parts, and rank 0 prints the sum.
    void compute(numeric::IntegratorPort& integrator, const Request& request) {
        const gantry::UsedPort<parallel::Upcalls> ranks(services(), kRanksPort.name);
        const double width = (request.up - request.low) / ranks->getSize();
        const double low = request.low + width * ranks->getRank();
        const double part = integrator.integrate(low, low + width, request.count);
        const sidl::array<double> sum = sumOverRanks(*ranks, part);
        if (ranks->getRank() == 0) {
            std::printf("Value = %f by %d ranks\n", sum[0], ranks->getSize());
            // A launcher connects the ranks by pipes, where output would otherwise stay in the
            // buffer.
            std::fflush(stdout);
        }
    }

private:
    sidl::array<double> sumOverRanks(parallel::Upcalls& ranks, double part) {
        const gantry::Timed timed(sumTimer_);
        return ranks.reduceSum({part});
    }

    gantry::MethodTimer& sumTimer_ = timer("sumOverRanks");
};

}  // namespace drivers

GANTRY_COMPONENT(drivers::ParallelDriver, drivers::ParallelDriver::kDescription);
