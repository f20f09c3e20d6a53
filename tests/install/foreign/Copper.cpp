#include <thermo/OutOfRange.hpp>
#include <thermo/State.hpp>

#include "copper_component.hpp"

namespace thermo {

class Copper final : public ComponentBase {
public:
    Copper() : ComponentBase(typeid(Copper)) {}

    Sample at(double temperature) override {
        if (temperature < 0) {
            OutOfRange error;
            error.setNote("nothing is colder than 0 K");
            throw error;
        }
        Sample sample;
        sample.temperature = temperature;
        sample.conductivity = 420.75 - 0.0625 * temperature;
        sample.state = temperature < 1358 ? State::Solid : State::Liquid;
        return sample;
    }

    void table(sidl::rarray<double> temperatures, sidl::rarray<double> conductivities,
               std::int32_t n) override {
        for (std::int32_t i = 0; i < n; ++i) {
            conductivities[i] = at(temperatures[i]).conductivity;
        }
    }
};

}  // namespace thermo

GANTRY_COMPONENT(thermo::Copper, kDescription);
