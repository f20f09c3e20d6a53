#include "choose.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace optimizer {
namespace {

struct Contender {
    std::string candidate;
    double seconds = 0;
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

std::string faster(const Contender& winner, const Contender& other) {
    const double spread = std::max(winner.spread, other.spread);
    if (other.seconds - winner.seconds < spread) {
        return "as fast as " + other.candidate + " within the spread of " + inWords(spread) + " s";
    }
    return inWords(other.seconds / winner.seconds) + " times faster than " + other.candidate;
}

// where: " on every subject" or nothing.
tuning::Decision chooseAmong(const Problem& problem, std::vector<Contender> contenders,
                             const std::string& where, const std::vector<std::string>& refusals) {
    const std::string goal = inWords(problem.accuracy) + where;
    tuning::Decision decision;
    if (contenders.empty()) {
        decision.reason = "no candidate reaches the accuracy " + goal + " (" + join(refusals) + ")";
        return decision;
    }
    std::stable_sort(contenders.begin(), contenders.end(),
                     [](const Contender& a, const Contender& b) { return a.seconds < b.seconds; });
    const Contender& winner = contenders.front();
    decision.candidate = winner.candidate;
    decision.reason = inWords(winner.seconds) + " s: ";
    if (contenders.size() == 1) {
        decision.reason += "the only one of " + std::to_string(problem.candidates.size()) +
                           " candidates that reaches " + goal;
        return decision;
    }
    decision.reason += faster(winner, contenders[1]);
    if (contenders.size() > 2) {
        decision.reason += ", " + faster(winner, contenders.back());
    }
    decision.reason += "; " + std::to_string(contenders.size()) + " of " +
                       std::to_string(problem.candidates.size()) + " candidates reach " + goal;
    return decision;
}

}  // namespace

const tuning::Trial* find(const std::vector<tuning::Trial>& done, const Pairing& pairing) {
    const auto found = std::find_if(done.rbegin(), done.rend(), [&](const tuning::Trial& trial) {
        return trial.candidate == pairing.candidate && trial.subject == pairing.subject;
    });
    return found == done.rend() ? nullptr : &*found;
}

bool isGoodEnough(const tuning::Trial& trial) {
    return trial.failure.empty() && trial.accurate && std::isfinite(trial.seconds) &&
           trial.seconds > 0;
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
            contenders.push_back({candidate, trial->seconds, trial->spread});
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
            contender.seconds += trial->seconds;
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

std::string inWords(double number) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", number);
    return text;
}

}  // namespace optimizer
