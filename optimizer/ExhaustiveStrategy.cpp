#include "ExhaustiveStrategy.hpp"

#include "choose.hpp"

namespace optimizer {

std::optional<Pairing> ExhaustiveStrategy::next(const Problem& problem,
                                                const std::vector<tuning::Trial>& done) const {
    for (const std::string& subject : problem.subjects) {
        for (const std::string& candidate : problem.candidates) {
            if (!find(done, {candidate, subject})) {
                return Pairing{candidate, subject};
            }
        }
    }
    return std::nullopt;
}

std::vector<tuning::Decision> ExhaustiveStrategy::decide(
    const Problem& problem, const std::vector<tuning::Trial>& done) const {
    std::vector<tuning::Decision> decisions;
    for (const std::string& subject : problem.subjects) {
        decisions.push_back(chooseForSubject(problem, done, subject));
    }
    decisions.push_back(chooseOverall(problem, done));
    return decisions;
}

}  // namespace optimizer
