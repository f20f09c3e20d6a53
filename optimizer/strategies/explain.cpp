#include "explain.hpp"

#include <cmath>
#include <cstdio>

namespace strategies {
namespace {

std::string inWords(double number) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", number);
    return text;
}

std::string why(tuning::Reason reason) {
    switch (reason) {
        case tuning::Reason::Incumbent:
            return "the best known";
        case tuning::Reason::FirstTry:
            return "nothing has finished in this context yet";
        case tuning::Reason::Untested:
            return "not tried in this context yet";
        case tuning::Reason::Exploration:
            return "it may be better than the best known";
        case tuning::Reason::SecondChance:
            return "it had failed, and gets another chance";
        case tuning::Reason::Drift:
            return "the best known has changed its pace, so others are compared anew";
        case tuning::Reason::BudgetSpent:
            return "the best known; another one would be worth a trial, but trials have cost all "
                   "they may";
        case tuning::Reason::LastResort:
            return "all candidates have failed lately, this one the longest ago";
        case tuning::Reason::Pinned:
            return "it is always taken";
        case tuning::Reason::Replayed:
            return "the decision log says so";
    }
    return "for no known reason";
}

}  // namespace

std::string explain(const tuning::Choice& choice, const std::vector<tuning::Candidate>& candidates,
                    double best) {
    const auto nameOf = [&](std::int32_t place) {
        return candidates[static_cast<std::size_t>(place)].name;
    };
    std::string text = nameOf(choice.candidate) + ": " + why(choice.reason);
    if (std::isfinite(best)) {
        text += "; the best known costs " + inWords(best);
    }
    if (std::isfinite(choice.limit)) {
        text += "; it is ended at " + inWords(choice.limit);
    }
    if (choice.fallback >= 0) {
        text += ", and " + nameOf(choice.fallback) + " then serves";
    }
    return text;
}

}  // namespace strategies
