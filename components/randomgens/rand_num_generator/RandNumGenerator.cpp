#include <gantry/Instrumentation.hpp>
#include <gantry/Parameters.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Component.hpp>
#include <numeric/RandomGeneratorPort.hpp>

#include <array>
#include <mutex>
#include <random>

namespace randomgens {
namespace {

constexpr std::array kProvides{
    gantry::PortDescription{"RandomGeneratorPort", "numeric.RandomGeneratorPort"},
    gantry::PortDescription{"configuration", "gov.cca.ports.ParameterPort"}};
constexpr std::array kUses{gantry::PortDescription{gantry::Instrumentation::kPortName,
                                                   gantry::Instrumentation::kPortType, false}};
constexpr std::array kParameters{gantry::ParameterDescription{
    "configuration", "seed", "long", "5489",
    "Setting it restarts the sequence; the same seed gives the same numbers"}};
constexpr auto kDescription =
    gantry::describe({"randomgens.RandNumGenerator", "1.0",
                      "Uniform random numbers in [0, 1) from the 64-bit Mersenne twister"},
                     kProvides, kUses, kParameters);

}  // namespace

class RandNumGenerator final : public numeric::RandomGeneratorPort, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services->addProvidesPort(gantry::own(this), "RandomGeneratorPort",
                                  "numeric.RandomGeneratorPort", nullptr);
        parameters_.attach(services, kDescription, "configuration",
                           [this](const std::string&) { setSeed(parameters_.getLong("seed")); });
        setSeed(parameters_.getLong("seed"));
        measured_.attach(services);
    }

    double getRandomNumber() override {
        const gantry::Timed timed(getRandomNumberTimer_);
        const std::lock_guard lock(mutex_);
        // The 53 upper bits: every value is a multiple of 2^-53, and 1 is never reached.
        return static_cast<double>(generator_() >> 11U) * 0x1p-53;
    }
    void setSeed(std::int64_t seed) override {
        const std::lock_guard lock(mutex_);
        generator_.seed(static_cast<std::uint64_t>(seed));
    }

private:
    std::mutex mutex_;
    std::mt19937_64 generator_;
    gantry::Parameters parameters_;
    gantry::Instrumentation measured_{typeid(RandNumGenerator)};
    gantry::MethodTimer& getRandomNumberTimer_ = measured_.timer("getRandomNumber");
};

}  // namespace randomgens

GANTRY_COMPONENT(randomgens::RandNumGenerator, randomgens::kDescription);
