#include "EliminationPolicy.hpp"
#include "describe.hpp"

namespace strategies {
namespace {

constexpr std::array kParameters{gantry::ParameterDescription{
    kConfigurationPort, "confidence", "double", "0.95",
    "The probability that no candidate is eliminated wrongly", "0.5", "0.999999"}};
constexpr auto kDescription =
    gantry::describe({"strategies.SuccessiveElimination", "1.0",
                      "All candidates in turn; those that are significantly slower are eliminated"},
                     kStrategyProvides, kStrategyUses, kParameters);

}  // namespace

class SuccessiveElimination final : public PolicyStrategy, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        offer(services, gantry::own(this), parameters_, kDescription);
    }

protected:
    std::unique_ptr<const Policy> makePolicy(const std::vector<tuning::Candidate>&) override {
        return std::make_unique<EliminationPolicy>(parameters_.getDouble("confidence"));
    }

private:
    gantry::Parameters parameters_;
};

}  // namespace strategies

GANTRY_COMPONENT(strategies::SuccessiveElimination, strategies::kDescription);
