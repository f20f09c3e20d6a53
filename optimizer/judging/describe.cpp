#include "describe.hpp"

#include <cstdio>

namespace optimizer {

const char* inWords(tuning::Status status) {
    switch (status) {
        case tuning::Status::Completed:
            return "delivered";
        case tuning::Status::Aborted:
            return "was ended at its limit";
        case tuning::Status::Cancelled:
            return "was ended by the user";
        case tuning::Status::Failed:
            return "failed";
        case tuning::Status::Wrong:
            return "gave a wrong result";
        case tuning::Status::TimedOut:
            return "could not be ended in time";
        case tuning::Status::Crashed:
            return "crashed";
    }
    return "ended in an unknown way";
}

const char* inWords(tuning::Reason reason) {
    switch (reason) {
        case tuning::Reason::Incumbent:
            return "best known";
        case tuning::Reason::FirstTry:
            return "first try";
        case tuning::Reason::Untested:
            return "untested";
        case tuning::Reason::Exploration:
            return "exploration";
        case tuning::Reason::SecondChance:
            return "second chance";
        case tuning::Reason::Drift:
            return "drift";
        case tuning::Reason::BudgetSpent:
            return "budget spent";
        case tuning::Reason::LastResort:
            return "last resort";
        case tuning::Reason::Pinned:
            return "pinned";
        case tuning::Reason::Replayed:
            return "replayed";
    }
    return "unknown";
}

std::string inWords(double number) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", number);
    return text;
}

}  // namespace optimizer
