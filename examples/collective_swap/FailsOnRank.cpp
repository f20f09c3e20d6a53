#include <gantry/plugin.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Component.hpp>
#include <parallel/Upcalls.hpp>

#include <array>
#include <stdexcept>

namespace {

constexpr int kFailing = 2;
constexpr std::array kUses{gantry::PortDescription{"ranks", "parallel.Upcalls"}};
constexpr auto kDescription = gantry::describe(
    {"examples.FailsOnRank", "1.0", "An integrator that rank 2 has no memory for"}, {}, kUses);

}  // namespace

namespace examples {

class FailsOnRank final : public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        gantry::registerUsesPorts(*services, kDescription);
        const gantry::UsedPort<parallel::Upcalls> ranks(services, kUses[0].name);
        if (ranks->getRank() == kFailing) {
            throw std::runtime_error("no memory left on rank " + std::to_string(kFailing));
        }
    }
};

}  // namespace examples

GANTRY_COMPONENT(examples::FailsOnRank, kDescription);
