#include <gantry/plugin.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Services.hpp>
#include <numeric/FunctionPort.hpp>

#include <array>
#include <memory>
#include <string>

namespace {

constexpr const char* kType = "numeric.FunctionPort";
constexpr std::array<gantry::PortDescription, 1> kProvides{{{"function", kType}}};
constexpr gantry::ComponentDescription kDescription = gantry::describe(
    {"benchmarks.Node", "1.0", "uses five functions and provides one"}, kProvides, {});

class Node final : public numeric::FunctionPort, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services->addProvidesPort(gantry::own<gov::cca::Port>(this), "function", kType, nullptr);
        for (const char* port : {"next0", "next1", "next2", "next3", "next4"}) {
            services->registerUsesPort(port, kType, nullptr);
        }
    }
    double evaluate(double x) override { return x; }
    void getBounds(double& lowBound, double& upBound) override { lowBound = upBound = 0; }
    bool hasExactIntegral() override { return false; }
    double getExactIntegral(double, double) override { return 0; }
    std::string getFormula() override { return "x"; }
};

}  // namespace

GANTRY_COMPONENT(Node, kDescription);
