#include <gantry/plugin.hpp>
#include <gantry/ports.hpp>
#include <numeric/proxy/FunctionPort.hpp>

#include <array>
#include <memory>

#include "ServicesPort.hpp"

namespace {

constexpr std::array<gantry::PortDescription, 1> kProvides{{{"services", "bench.ServicesPort"}}};
constexpr std::array kUses{gantry::uses<numeric::FunctionPort>("function", false)};
constexpr gantry::ComponentDescription kDescription = gantry::describe(
    {"benchmarks.User", "1.0", "uses a function; does nothing itself"}, kProvides, kUses);

class User final : public gantry::bench::ServicesPort, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services_ = services;
        gantry::registerUsesPorts(*services, kDescription);
        services->addProvidesPort(gantry::own<gov::cca::Port>(this), "services",
                                  "bench.ServicesPort", nullptr);
    }
    std::shared_ptr<gov::cca::Services> services() override { return services_; }

private:
    std::shared_ptr<gov::cca::Services> services_;
};

}  // namespace

GANTRY_COMPONENT(User, kDescription);
