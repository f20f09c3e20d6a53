#include "choose.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "describe.hpp"

namespace optimizer {
namespace {

// spread: interquartile range of the costs, in the unit of the cost.
struct Contender {
    std::string candidate;
    double cost = 0;
    double spread = 0;
};

std::string whyNot(const Problem& problem, const tuning::Trial& trial) {
    const std::string where = trial.candidate + " on " + trial.subject;
    if (!trial.failure.empty()) {
        return where + ": " + trial.failure;
    }
    if (!trial.accurate) {
        return where + ": error " + inWords(trial.error) + " is above " + inWords(problem.accuracy);
    }
    return where + ": its time was not measured";
}

std::string join(const std::vector<std::string>& texts) {
    std::string joined;
    for (const std::string& text : texts) {
        joined += (joined.empty() ? "" : "; ") + text;
    }
    return joined;
}

// What a cost is, in words.
struct Words {
    explicit Words(const Problem& problem)
        : unit(problem.metric == "seconds" ? " s" : ""),
          better(problem.metric == "seconds" ? "faster" : "cheaper"),
          equal(problem.metric == "seconds" ? "as fast as " : "as cheap as "),
          reaches(problem.accuracy > 0 ? "reach" : "complete"),
          goal(problem.accuracy > 0 ? " " + inWords(problem.accuracy) : "") {}

    std::string unit;
    std::string better;
    std::string equal;
    std::string reaches;
    std::string goal;
};

std::string compared(const Contender& winner, const Contender& other, const Words& words) {
    const double spread = std::max(winner.spread, other.spread);
    // Not a difference that was measured, and so not called one.
    if (other.cost - winner.cost < spread) {
        return words.equal + other.candidate + " within the spread of " + inWords(spread) +
               words.unit;
    }
    return inWords(other.cost / winner.cost) + " times " + words.better + " than " +
           other.candidate;
}

// where: " on every subject" or nothing.
tuning::Decision chooseAmong(const Problem& problem, std::vector<Contender> contenders,
                             const std::string& where, const std::vector<std::string>& refusals) {
    const Words words(problem);
    const std::string goal = words.goal + where;
    tuning::Decision decision;
    if (contenders.empty()) {
        decision.reason = (problem.accuracy > 0 ? "no candidate reaches the accuracy"
                                                : "no candidate completes") +
                          goal + " (" + join(refusals) + ")";
        return decision;
    }
    // Stable, so that of equals the one that the user named first wins.
    std::stable_sort(contenders.begin(), contenders.end(),
                     [](const Contender& a, const Contender& b) { return a.cost < b.cost; });
    const Contender& winner = contenders.front();
    const std::string of = " of " + std::to_string(problem.candidates.size()) + " candidates ";
    decision.candidate = winner.candidate;
    decision.reason = inWords(winner.cost) + words.unit + ": ";
    if (contenders.size() == 1) {
        decision.reason +=
            "the only one" + of + "that " + (problem.accuracy > 0 ? "reaches" : "completes") + goal;
        return decision;
    }
    decision.reason += compared(winner, contenders[1], words);
    if (contenders.size() > 2) {
        decision.reason += ", " + compared(winner, contenders.back(), words);
    }
    decision.reason += "; " + std::to_string(contenders.size()) + of + words.reaches + goal;
    return decision;
}

}  // namespace

const tuning::Trial* find(const std::vector<tuning::Trial>& done, const Pairing& pairing) {
    // The last one: a later trial of a pairing replaces earlier ones.
    const auto found = std::find_if(done.rbegin(), done.rend(), [&](const tuning::Trial& trial) {
        return trial.candidate == pairing.candidate && trial.subject == pairing.subject;
    });
    return found == done.rend() ? nullptr : &*found;
}

bool isGoodEnough(const tuning::Trial& trial) {
    return trial.failure.empty() && trial.accurate && std::isfinite(trial.seconds) &&
           trial.seconds > 0 && std::isfinite(trial.cost);
}

tuning::Decision chooseForSubject(const Problem& problem, const std::vector<tuning::Trial>& done,
                                  const std::string& subject) {
    std::vector<Contender> contenders;
    std::vector<std::string> refusals;
    for (const std::string& candidate : problem.candidates) {
        const tuning::Trial* trial = find(done, {candidate, subject});
        if (!trial) {
            refusals.push_back(candidate + " was not tried");
        } else if (isGoodEnough(*trial)) {
            contenders.push_back({candidate, trial->cost, trial->spread});
        } else {
            refusals.push_back(whyNot(problem, *trial));
        }
    }
    tuning::Decision decision = chooseAmong(problem, std::move(contenders), "", refusals);
    decision.subject = subject;
    return decision;
}

tuning::Decision chooseOverall(const Problem& problem, const std::vector<tuning::Trial>& done) {
    std::vector<Contender> contenders;
    std::vector<std::string> refusals;
    for (const std::string& candidate : problem.candidates) {
        Contender contender{candidate};
        std::string refusal;
        for (const std::string& subject : problem.subjects) {
            const tuning::Trial* trial = find(done, {candidate, subject});
            if (!trial || !isGoodEnough(*trial)) {
                refusal =
                    trial ? whyNot(problem, *trial) : candidate + " was not tried on " + subject;
                break;
            }
            contender.cost += trial->cost;
            // The sum, not the root of squares: trials of one candidate may err in the same
            // direction.
            contender.spread += trial->spread;
        }
        if (refusal.empty() && !problem.subjects.empty()) {
            contenders.push_back(contender);
        } else {
            refusals.push_back(refusal);
        }
    }
    return chooseAmong(problem, std::move(contenders), " on every subject", refusals);
}

std::vector<tuning::Decision> decide(const Problem& problem,
                                     const std::vector<tuning::Trial>& done) {
    std::vector<tuning::Decision> decisions;
    for (const std::string& subject : problem.subjects) {
        decisions.push_back(chooseForSubject(problem, done, subject));
    }
    decisions.push_back(chooseOverall(problem, done));
    return decisions;
}

}  // namespace optimizer
