#include "CappedThompsonPolicy.hpp"
#include "describe.hpp"

namespace strategies {
namespace {

constexpr std::array kParameters{
    gantry::ParameterDescription{kConfigurationPort, "abortFactor", "double", "1.5",
                                 "A trial is aborted at that many times the best cost known",
                                 "1.01", "1000"},
    gantry::ParameterDescription{kConfigurationPort, "firstLimit", "double", "1e-4",
                                 "Where nothing is known, the limit of the first call; it doubles",
                                 "1e-12", "1e12"},
    gantry::ParameterDescription{kConfigurationPort, "budget", "double", "0.03",
                                 "The share of the total cost that trials may take", "0", "1"}};
constexpr auto kDescription =
    gantry::describe({"strategies.ThompsonCapped", "1.0",
                      "Thompson sampling with early termination of trials: the default"},
                     kStrategyProvides, kStrategyUses, kParameters);

}  // namespace

class ThompsonCapped final : public PolicyStrategy, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        offer(services, gantry::own(this), parameters_, kDescription);
    }

protected:
    std::unique_ptr<const Policy> makePolicy(const std::vector<tuning::Candidate>&) override {
        return std::make_unique<CappedThompsonPolicy>(CappedThompsonPolicy::Options{
            parameters_.getDouble("abortFactor"), parameters_.getDouble("firstLimit"),
            parameters_.getDouble("budget")});
    }

private:
    gantry::Parameters parameters_;
};

}  // namespace strategies

GANTRY_COMPONENT(strategies::ThompsonCapped, strategies::kDescription);
