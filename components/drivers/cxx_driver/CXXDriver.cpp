#include <array>
#include <cstdio>

#include "drivers/common/IntegralDriver.hpp"

namespace drivers {
namespace {

constexpr std::array kUses{kIntegratePort, kMeasurementPort};
constexpr std::array kParameters = parametersWith("Evaluations of the function");

}  // namespace

class CXXDriver final : public IntegralDriver<CXXDriver> {
public:
    static constexpr auto kDescription =
        gantry::describe({"drivers.CXXDriver", "1.0", "Has one integral computed and prints it"},
                         kProvides, kUses, kParameters);

    void compute(numeric::IntegratorPort& integrator, const Request& request) {
        const double value = integrator.integrate(request.low, request.up, request.count);
        std::printf("Value = %f\n", value);
        std::fflush(stdout);
    }
};

}  // namespace drivers

GANTRY_COMPONENT(drivers::CXXDriver, drivers::CXXDriver::kDescription);
