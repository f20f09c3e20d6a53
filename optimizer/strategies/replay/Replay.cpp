#include "DecisionLogFile.hpp"
#include "RecordsError.hpp"
#include "ReplayPolicy.hpp"
#include "describe.hpp"

namespace strategies {
namespace {

constexpr std::array kParameters{
    gantry::ParameterDescription{kConfigurationPort, "log", "string", "",
                                 "The file of the decision log (docs/formats/decision-log.md)"}};
constexpr auto kDescription =
    gantry::describe({"strategies.Replay", "1.0", "Repeats the choices of a decision log"},
                     kStrategyProvides, kStrategyUses, kParameters);

}  // namespace

class Replay final : public PolicyStrategy, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        offer(services, gantry::own(this), parameters_, kDescription);
    }

protected:
    std::unique_ptr<const Policy> makePolicy(
        const std::vector<tuning::Candidate>& candidates) override {
        const std::string log = parameters_.getString("log");
        return std::make_unique<ReplayPolicy>(
            records::inPort([&] { return records::readDecisionLog(log).entries; }), candidates,
            log);
    }

private:
    gantry::Parameters parameters_;
};

}  // namespace strategies

GANTRY_COMPONENT(strategies::Replay, strategies::kDescription);
