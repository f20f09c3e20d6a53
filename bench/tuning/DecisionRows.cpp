#include <cstddef>
#include <memory>
#include <string>

#include "Figures.hpp"
#include "Strategies.hpp"
#include "World.hpp"

namespace gantry::bench {
namespace {

/// Requests to candidates whose costs lie a factor of two apart.
struct Requests {
    std::shared_ptr<tuning::Strategy> strategy;
    int context = 0;

    void serve(std::size_t number) const {
        tuning::Outcome outcome;
        for (std::size_t i = 0; i < number; ++i) {
            const tuning::Choice choice = strategy->choose(context);
            const double cost = 1e-3 * (1 + choice.candidate);
            outcome.request = choice.request;
            outcome.context = context;
            outcome.candidate = choice.candidate;
            outcome.cost = cost < choice.limit ? cost : choice.limit;
            outcome.status =
                cost < choice.limit ? tuning::Status::Completed : tuning::Status::Aborted;
            strategy->outcome(outcome);
        }
    }
};

}  // namespace

std::vector<Case> decisions(framework::Framework& framework) {
    std::vector<Case> cases;
    for (const auto& [candidates, goal] :
         {std::pair(2, 100.0), std::pair(5, 200.0), std::pair(20, 800.0)}) {
        Requests requests{makeStrategy(framework, "strategies.ThompsonCapped")};
        requests.strategy->begin(simulatedCandidates(candidates), 1);
        requests.context = requests.strategy->enterContext("simulated", {}, {});
        cases.push_back({"decision (choice and outcome), K = " + std::to_string(candidates), "",
                         [requests](std::size_t n) { requests.serve(n); }, 1,
                         nanosecondsAtMost(goal)});
    }
    return cases;
}

}  // namespace gantry::bench
