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
            return "no call has completed in this context yet";
        case tuning::Reason::Untested:
            return "not tried in this context yet";
        case tuning::Reason::Exploration:
            return "it may be better than the best known";
        case tuning::Reason::SecondChance:
            return "its quarantine after a failure has ended";
        case tuning::Reason::Drift:
            return "the cost of the best known has changed, so candidates are compared again";
        case tuning::Reason::BudgetSpent:
            return "the best known; another one may be better, but the budget of trials is spent";
        case tuning::Reason::LastResort:
            return "all candidates have failed recently, this one longest ago";
        case tuning::Reason::Pinned:
            return "it is fixed";
        case tuning::Reason::Replayed:
            return "it is the choice of the decision log";
    }
    return "for an unknown reason";
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
        text += "; it is aborted at " + inWords(choice.limit);
    }
    if (choice.fallback >= 0) {
        text += ", and " + nameOf(choice.fallback) + " serves then";
    }
    return text;
}

}  // namespace strategies
