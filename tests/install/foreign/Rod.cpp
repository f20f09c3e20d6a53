#include <gantry/ports.hpp>
#include <gov/cca/Component.hpp>
#include <gov/cca/ports/GoPort.hpp>
#include <numeric/FunctionPort.hpp>
#include <thermo/MaterialPort.hpp>
#include <thermo/OutOfRange.hpp>
#include <thermo/Sample.hpp>
#include <thermo/State.hpp>

#include <array>
#include <cstdio>

namespace thermo {
namespace {

constexpr std::array kProvides{gantry::PortDescription{"go", "gov.cca.ports.GoPort"}};
constexpr std::array kUses{gantry::PortDescription{"material", "thermo.MaterialPort"},
                           gantry::PortDescription{"profile", "numeric.FunctionPort"}};
constexpr auto kDescription =
    gantry::describe({"thermo.Rod", "1.0", "A rod with a temperature profile"}, kProvides, kUses);

}  // namespace

class Rod final : public gov::cca::ports::GoPort, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services_ = services;
        gantry::registerUsesPorts(*services, kDescription);
        services->addProvidesPort(gantry::own(this), "go", "gov.cca.ports.GoPort", nullptr);
    }

    std::int32_t go() override {
        const gantry::UsedPort<MaterialPort> material(services_, "material");
        const gantry::UsedPort<numeric::FunctionPort> profile(services_, "profile");
        std::array<double, 3> temperatures{};
        for (std::size_t i = 0; i < temperatures.size(); ++i) {
            temperatures[i] = 100 * profile->evaluate(static_cast<double>(i) / 2);
        }
        std::array<double, 3> conductivities{};
        material->table({temperatures.data(), {3}}, {conductivities.data(), {3}}, 3);
        for (std::size_t i = 0; i < temperatures.size(); ++i) {
            std::printf("%.1f K: %.4f W/(m K)\n", temperatures[i], conductivities[i]);
        }
        std::printf("at 2000 K: %s\n",
                    material->at(2000).state == State::Liquid ? "liquid" : "solid");
        try {
            (void)material->at(-1);
        } catch (const OutOfRange& error) {
            std::printf("refused: %s\n", error.what());
        }
        std::fflush(stdout);
        return 0;
    }

private:
    std::shared_ptr<gov::cca::Services> services_;
};

}  // namespace thermo

GANTRY_COMPONENT(thermo::Rod, thermo::kDescription);
