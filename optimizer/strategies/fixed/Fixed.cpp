#include <gantry/Error.hpp>

#include "FixedPolicy.hpp"
#include "describe.hpp"

namespace strategies {
namespace {

constexpr std::array kParameters{
    gantry::ParameterDescription{kConfigurationPort, "candidate", "string", "",
                                 "The name of the candidate; empty: the initial one"}};
constexpr auto kDescription =
    gantry::describe({"strategies.Fixed", "1.0", "Always the same candidate"}, kStrategyProvides,
                     kStrategyUses, kParameters);

}  // namespace

class Fixed final : public PolicyStrategy, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        offer(services, gantry::own(this), parameters_, kDescription);
    }

protected:
    std::unique_ptr<const Policy> makePolicy(
        const std::vector<tuning::Candidate>& candidates) override {
        const std::string wanted = parameters_.getString("candidate");
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            if (wanted.empty() || candidates[i].name == wanted) {
                return std::make_unique<FixedPolicy>(static_cast<int>(i));
            }
        }
        throw gantry::Error(gov::cca::CCAExceptionType::Unexpected,
                            "the parameter 'candidate' of strategies.Fixed is '" + wanted +
                                "', which is not a candidate; name a candidate, or leave it empty");
    }

private:
    gantry::Parameters parameters_;
};

}  // namespace strategies

GANTRY_COMPONENT(strategies::Fixed, strategies::kDescription);
