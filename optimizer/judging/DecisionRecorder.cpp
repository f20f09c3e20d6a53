#include "DecisionRecorder.hpp"

#include <gov/cca/CCAException.hpp>

#include <limits>
#include <utility>

namespace optimizer {

DecisionRecorder::DecisionRecorder(tuning::DecisionLog* log, tuning::Strategy* strategy,
                                   std::string port, std::vector<tuning::Candidate> candidates)
    : log_(log), strategy_(strategy), port_(std::move(port)), candidates_(std::move(candidates)) {}

void DecisionRecorder::begin() {
    choice_ = {};
    estimates_ = {};
}

void DecisionRecorder::pin() {
    choice_ = {};
    choice_.reason = tuning::Reason::Pinned;
}

void DecisionRecorder::choose(const tuning::Choice& choice) {
    choice_ = choice;
    estimates_ = {};
    // The log joins repeated calls of the incumbent to one entry, whose estimates it has.
    const bool continues = choice.reason == tuning::Reason::Incumbent && incumbentWritten_ &&
                           choice.context == writtenContext_ &&
                           choice.candidate == writtenCandidate_;
    if (log_ == nullptr || continues) {
        return;
    }
    try {
        estimates_ = strategy_->getEstimates(choice.context);
    } catch (const gov::cca::CCAException&) {
        // The entry is of use without them.
        estimates_ = {};
    }
}

void DecisionRecorder::write(const tuning::Outcome& outcome, const Details& details) {
    if (log_ == nullptr) {
        return;
    }
    tuning::Entry entry;
    entry.port = port_;
    entry.request = outcome.request;
    // One call; the log adds up those that continue a series.
    entry.repeats = 1;
    entry.context = details.context;
    entry.candidate = candidates_[static_cast<std::size_t>(outcome.candidate)].name;
    entry.reason = choice_.reason;
    // None for the incumbent: most calls are its, and the reason is the same each time.
    if (details.chosen && choice_.reason != tuning::Reason::Incumbent) {
        entry.text = strategy_->getReason();
    }
    if (!details.message.empty()) {
        entry.text += (entry.text.empty() ? "" : "; ") + details.message;
    }
    // The limit was that of the candidate that did not deliver, not of the fallback.
    entry.limit = details.fallenBack ? std::numeric_limits<double>::infinity() : choice_.limit;
    if (choice_.fallback >= 0 && details.chosen && !details.goesOn) {
        entry.fallback = candidates_[static_cast<std::size_t>(choice_.fallback)].name;
    }
    entry.status = outcome.status;
    entry.cost = outcome.cost;
    entry.seconds = outcome.seconds;
    entry.quality = outcome.quality;
    entry.estimates = estimates_;
    // Of the series that the log is in now, see choose().
    incumbentWritten_ =
        choice_.reason == tuning::Reason::Incumbent && outcome.status == tuning::Status::Completed;
    writtenContext_ = outcome.context;
    writtenCandidate_ = outcome.candidate;
    log_->add(entry);
}

}  // namespace optimizer
