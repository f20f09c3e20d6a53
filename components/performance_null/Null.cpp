#include <gantry/plugin.hpp>
#include <gov/cca/Component.hpp>
#include <gov/cca/Services.hpp>
#include <performance/null/Measurement.hpp>

#include <array>

namespace performance {
namespace {

constexpr std::array kProvides{
    gantry::PortDescription{"MeasurementPort", "performance.Measurement"}};
constexpr auto kDescription = gantry::describe(
    {"performance.Null", "1.0", "A performance backend that measures nothing"}, kProvides, {});

}  // namespace

class Null final : public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services->addProvidesPort(std::make_shared<null::Measurement>(), "MeasurementPort",
                                  "performance.Measurement", nullptr);
    }
};

}  // namespace performance

GANTRY_COMPONENT(performance::Null, performance::kDescription);
