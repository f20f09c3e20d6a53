#include <gantry/plugin.hpp>
#include <gov/cca/Services.hpp>
#include <numeric/FunctionPort.hpp>

#include <array>
#include <string>

namespace {

constexpr std::array<gantry::PortDescription, 1> kProvides{{{"function", "numeric.FunctionPort"}}};
constexpr gantry::ComponentDescription kDescription = gantry::describe(
    {"benchmarks.Echo", "1.0", "a function that returns its argument"}, kProvides, {});

class Echo final : public numeric::FunctionPort, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services->addProvidesPort(gantry::own<gov::cca::Port>(this), "function",
                                  "numeric.FunctionPort", nullptr);
    }
    double evaluate(double x) override { return x; }
    void getBounds(double& lowBound, double& upBound) override { lowBound = upBound = 0; }
    bool hasExactIntegral() override { return false; }
    double getExactIntegral(double, double) override { return 0; }
    std::string getFormula() override { return "x"; }
};

}  // namespace

GANTRY_COMPONENT(Echo, kDescription);
