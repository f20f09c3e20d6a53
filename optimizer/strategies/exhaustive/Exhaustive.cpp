#include "ExhaustivePolicy.hpp"
#include "describe.hpp"

namespace strategies {
namespace {

constexpr std::array kParameters{gantry::ParameterDescription{
    kConfigurationPort, "repetitions", "long", "1",
    "How often each candidate is tried in each context", "1", "1000000"}};
constexpr auto kDescription = gantry::describe(
    {"strategies.Exhaustive", "1.0", "Tries every candidate, then keeps the fastest"},
    kStrategyProvides, kStrategyUses, kParameters);

}  // namespace

class Exhaustive final : public PolicyStrategy, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        offer(services, gantry::own(this), parameters_, kDescription);
    }

protected:
    std::unique_ptr<const Policy> makePolicy(const std::vector<tuning::Candidate>&) override {
        return std::make_unique<ExhaustivePolicy>(parameters_.getLong("repetitions"));
    }

private:
    gantry::Parameters parameters_;
};

}  // namespace strategies

GANTRY_COMPONENT(strategies::Exhaustive, strategies::kDescription);
