#include "RequestServer.hpp"

#include <base/hash/Fnv1a.hpp>
#include <gantry/Error.hpp>
#include <gov/cca/CCAException.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "judging/Judgement.hpp"
#include "judging/describe.hpp"
#include "measuring/secondsWithin.hpp"

namespace optimizer {
namespace {

// Both halves are integers that a sum over many ranks represents exactly.
std::pair<double, double> halvesOf(const std::string& text) {
    const std::uint64_t hash = gantry::base::fnv1a(text);
    return {static_cast<double>(hash >> 32U), static_cast<double>(hash & 0xffffffffU)};
}

std::size_t placeOf(std::int32_t candidate) {
    return static_cast<std::size_t>(candidate);
}

}  // namespace

RequestServer::RequestServer(Parts parts)
    : parts_(std::move(parts)),
      recorder_(parts_.decisionLog, parts_.strategy, parts_.port, parts_.candidates) {
    failed_.resize(parts_.candidates.size());
    ended_.resize(parts_.candidates.size());
}

tuning::Assignment RequestServer::begin(const std::string& key,
                                        const sidl::array<std::string>& featureNames,
                                        const sidl::array<double>& features) {
    {
        const std::lock_guard lock(mutex_);
        // Fixed for the request: a change of the mode in its middle would leave the strategy
        // without an outcome.
        mode_ = nextMode_;
        pinned_ = nextPinned_;
    }
    // A gate that threw left the last call running.
    parts_.meter->stop();
    ++requests_;
    attempts_ = 0;
    fallenBack_ = false;
    rewired_ = false;
    failures_.clear();
    // A candidate that failed in an earlier request gets a new chance; the strategy decides that.
    failed_.assign(failed_.size(), false);
    ended_.assign(ended_.size(), false);
    goesOn_ = false;
    spare_ = -1;
    recorder_.begin();
    if (mode_ == tuning::Mode::Off || mode_ == tuning::Mode::Pin) {
        key_ = key;
        // Candidate 0 is the one that the user has connected.
        const std::size_t candidate = mode_ == tuning::Mode::Pin ? pinned_ : 0;
        recorder_.pin();
        rewireTo(candidate);
        return assign(candidate, kNoLimit);
    }
    try {
        enter(key, featureNames, features);
        if (mode_ != tuning::Mode::Observe) {
            return choose();
        }
        rewireTo(0);
        return assign(0, kNoLimit);
    } catch (const gov::cca::CCAException& error) {
        // A log that has ended, or is of another run: the last incumbent goes on serving.
        warn(std::string("the strategy no longer chooses: ") + error.what());
        mode_ = tuning::Mode::Pin;
        recorder_.pin();
        rewireTo(lastIncumbent_);
        return assign(lastIncumbent_, kNoLimit);
    }
}

void RequestServer::enter(const std::string& key, const sidl::array<std::string>& featureNames,
                          const sidl::array<double>& features) {
    // Features are reduced by their maximum, keys by a hash that does not depend on the order of
    // ranks.
    if (parts_.ranks == nullptr || parts_.ranks->getSize() == 1) {
        key_ = key;
        context_ = parts_.strategy->enterContext(key, featureNames, features);
        return;
    }
    // Each rank has its own part of the problem; the context is that of all parts together.
    const auto [high, low] = halvesOf(key);
    // Two sums below 2^53: exact for up to two million ranks, in any order.
    const auto sums = parts_.ranks->reduceSum({high, low});
    const auto largest = parts_.ranks->reduceMaximum(features);
    key_ = std::to_string(parts_.ranks->getSize()) + " ranks " +
           std::to_string(static_cast<std::uint64_t>(sums[0])) + "." +
           std::to_string(static_cast<std::uint64_t>(sums[1]));
    context_ = parts_.strategy->enterContext(key_, featureNames, largest);
}

tuning::Assignment RequestServer::choose() {
    while (true) {
        recorder_.choose(parts_.strategy->choose(context_));
        const tuning::Choice& choice = recorder_.choice();
        const std::size_t candidate = placeOf(choice.candidate);
        fallenBack_ = false;
        // Limit 0: a replayed trial that did not complete; only its fallback is called.
        if (choice.limit > 0) {
            // A candidate that ended in this request is not tried twice in it.
            const bool isAgain = failed_[candidate] || ended_[candidate];
            if (isAgain && spare_ >= 0 && !failed_[placeOf(spare_)]) {
                fallenBack_ = true;
                return assign(placeOf(spare_), kNoLimit);
            }
            // The strategy insists on a candidate that failed in this request: there is no better
            // one.
            if (failed_[candidate]) {
                return none();
            }
            if (choice.reason == tuning::Reason::Incumbent && isLasting(candidate)) {
                rewireTo(candidate);
            }
            return assign(candidate, triesLeft() ? secondsFor(choice.limit) : kNoLimit);
        }
        if (choice.fallback >= 0) {
            fallenBack_ = true;
            return assign(placeOf(choice.fallback), kNoLimit);
        }
    }
}

// A request ends, whatever the strategy does: it may go on with calls that are ended too soon.
bool RequestServer::triesLeft() const {
    constexpr std::size_t kMostOfEach = 50;
    return static_cast<std::size_t>(attempts_) < kMostOfEach * parts_.candidates.size();
}

tuning::Assignment RequestServer::retry() {
    if (!asksStrategy()) {
        return none();
    }
    const std::int32_t fallback = recorder_.choice().fallback;
    if (!goesOn_ && !fallenBack_ && fallback >= 0 && !failed_[placeOf(fallback)]) {
        fallenBack_ = true;
        return assign(placeOf(fallback), kNoLimit);
    }
    goesOn_ = false;
    return choose();
}

// A candidate that refuses a system, or predicts to exceed the limit, ends long before it. One such
// trial in each request would delay the others by as many requests of the best one known so far.
// But what is done for a trial besides the call takes some 20 us: only where calls take far longer.
bool RequestServer::endedAtOnce(const tuning::Outcome& outcome) const {
    constexpr double kAtOnce = 0.1;
    constexpr double kLeastLimit = 1e-3;
    const tuning::Choice& choice = recorder_.choice();
    const bool isTrial = asksStrategy() && !fallenBack_ && choice.fallback >= 0 &&
                         choice.fallback != outcome.candidate;
    const bool ended =
        outcome.status == tuning::Status::Failed || outcome.status == tuning::Status::Aborted;
    if (!isTrial || !ended) {
        return false;
    }
    const double limit = secondsFor(choice.limit);
    return std::isfinite(limit) && limit >= kLeastLimit && outcome.seconds <= kAtOnce * limit;
}

tuning::Assignment RequestServer::assign(std::size_t candidate, double limit) {
    current_ = candidate;
    tuning::Assignment assignment;
    assignment.candidate = static_cast<std::int32_t>(candidate);
    assignment.port =
        candidate == connected_ ? "incumbent" : "candidate" + std::to_string(candidate);
    assignment.limit = limit;
    // The first result of a candidate in a context is always verified.
    assignment.verify = results_[{context_, candidate}] % parts_.verifyEvery == 0;
    assignment.isolated = parts_.candidates[candidate].needsIsolation;
    // Where the calls themselves are watched, the clock starts with the call.
    if (!parts_.resumes) {
        resume();
    }
    return assignment;
}

void RequestServer::resume() {
    if (mode_ != tuning::Mode::Off) {
        parts_.meter->start(current_);
    }
}

tuning::Assignment RequestServer::none() {
    std::string reasons;
    for (const std::string& failure : failures_) {
        reasons += (reasons.empty() ? "" : "; ") + failure;
    }
    const std::lock_guard lock(mutex_);
    served_ = {requests_, "", attempts_, 0, rewired_, reasons};
    tuning::Assignment assignment;
    assignment.candidate = -1;
    return assignment;
}

// Contexts in turn have different incumbents, and a rewiring takes some 50 us, as long as many
// short calls: about a hundredth of what these calls have taken. In a measured run a call by a
// candidate's own port takes some 1.2 us more than by the incumbent's, so that many calls pay for
// it, too.
bool RequestServer::isLasting(std::size_t incumbent) {
    constexpr int kRequests = 3;
    constexpr int kManyRequests = 40;
    constexpr double kSeconds = 5e-3;
    if (incumbent != lastIncumbent_) {
        inARow_ = 0;
        secondsInARow_ = 0;
    }
    ++inARow_;
    lastIncumbent_ = incumbent;
    return inARow_ >= kManyRequests || (inARow_ >= kRequests && secondsInARow_ >= kSeconds);
}

// Without the rewiring the candidate still serves, through its own port of the gate.
void RequestServer::rewireTo(std::size_t candidate) {
    if (candidate == connected_) {
        return;
    }
    try {
        parts_.connectIncumbent(candidate);
        connected_ = candidate;
        rewired_ = true;
    } catch (const std::exception& error) {
        warn(std::string("the incumbent's port was not rewired: ") + error.what());
    }
}

void RequestServer::stop() {
    parts_.meter->stop();
}

bool RequestServer::conclude(tuning::Status status, double quality, const std::string& message) {
    parts_.meter->stop();
    ++attempts_;
    Judgement judgement{status, quality, {}};
    if (mode_ != tuning::Mode::Off) {
        // Before anything else is called: the port's own timers go on.
        judgement.figures = parts_.meter->figures();
        agree(parts_.ranks, judgement);
    }
    remember(judgement.status, message);
    tuning::Outcome outcome;
    outcome.request = asksStrategy() ? recorder_.choice().request : 0;
    outcome.context = context_;
    outcome.candidate = static_cast<std::int32_t>(current_);
    outcome.status = judgement.status;
    outcome.quality = judgement.quality;
    if (mode_ != tuning::Mode::Off) {
        outcome.seconds = judgement.figures[0];
        secondsInARow_ += current_ == lastIncumbent_ ? outcome.seconds : 0;
        outcome.metrics = sidl::array<double>(judgement.figures);
        judgement.figures.push_back(std::isnan(outcome.quality) ? 0 : outcome.quality);
        outcome.cost = parts_.cost->evaluate(judgement.figures);
        if (judgement.status == tuning::Status::Completed) {
            completed_ = judgement.figures;
        }
        if (endedAtOnce(outcome)) {
            goesOn_ = true;
            ended_[current_] = true;
            spare_ = recorder_.choice().fallback;
        }
        report(outcome, message);
    }
    // After the agreement of the ranks: where one rank failed, all of them retry.
    const bool completed = outcome.status == tuning::Status::Completed;
    if (completed) {
        const std::lock_guard lock(mutex_);
        // Each by itself: these strings keep their memory.
        served_.request = requests_;
        served_.candidate = parts_.candidates[current_].name;
        served_.attempts = attempts_;
        served_.seconds = outcome.seconds;
        served_.rewired = rewired_;
        served_.reason = inWords(recorder_.choice().reason);
    }
    return completed;
}

// The table of results says when the next one is verified; it is cleared before it grows too large.
void RequestServer::remember(tuning::Status status, const std::string& message) {
    constexpr std::size_t kMostRemembered = 4096;
    if (status == tuning::Status::Completed) {
        if (results_.size() > kMostRemembered) {
            results_.clear();
        }
        ++results_[{context_, current_}];
        return;
    }
    // A call that was ended may be right with more time.
    const bool isEnded = status == tuning::Status::Aborted || status == tuning::Status::Cancelled;
    failed_[current_] = failed_[current_] || !isEnded;
    failures_.push_back(parts_.candidates[current_].name + " " + inWords(status) +
                        (message.empty() ? "" : ": " + message));
}

void RequestServer::report(const tuning::Outcome& outcome, const std::string& message) {
    if (!(outcome.cost >= 0) || !std::isfinite(outcome.cost)) {
        warn("the metric gave " + std::to_string(outcome.cost) + " for a call of " +
             parts_.candidates[current_].name + ", which is not a cost; the call is ignored");
        return;
    }
    // A pinned candidate is not a decision of the strategy.
    if (mode_ == tuning::Mode::Pin) {
        return;
    }
    // Observed calls as well: request 0 says that nobody chose.
    parts_.strategy->outcome(outcome);
    try {
        recorder_.write(outcome, {key_, message, asksStrategy(), fallenBack_, goesOn_});
    } catch (const std::exception& error) {
        warn(error.what());
    }
}

bool RequestServer::asksStrategy() const {
    return mode_ == tuning::Mode::Tune || mode_ == tuning::Mode::Replay;
}

double RequestServer::secondsFor(double costLimit) const {
    if (parts_.costIsTime || std::isinf(costLimit)) {
        return costLimit;
    }
    return completed_.empty() ? kNoLimit : secondsWithin(*parts_.cost, completed_, costLimit);
}

tuning::Mode RequestServer::mode() const {
    const std::lock_guard lock(mutex_);
    return nextMode_;
}

void RequestServer::setMode(tuning::Mode mode, std::size_t candidate) {
    const std::lock_guard lock(mutex_);
    nextMode_ = mode;
    nextPinned_ = candidate;
}

tuning::Served RequestServer::served() const {
    const std::lock_guard lock(mutex_);
    return served_;
}

std::int64_t RequestServer::requests() const {
    return requests_;
}

// Gates have few reasons; the bound keeps one that makes up its reasons from filling the memory.
void RequestServer::skip(const std::string& reason) {
    constexpr std::size_t kMost = 20;
    const std::lock_guard lock(mutex_);
    if (skipped_.size() < kMost || skipped_.contains(reason)) {
        ++skipped_[reason];
    }
}

std::map<std::string, std::int64_t> RequestServer::skipped() const {
    const std::lock_guard lock(mutex_);
    return skipped_;
}

std::vector<std::string> RequestServer::warnings() const {
    const std::lock_guard lock(mutex_);
    return warnings_;
}

void RequestServer::warn(const std::string& what) {
    const std::lock_guard lock(mutex_);
    if (std::find(warnings_.begin(), warnings_.end(), what) == warnings_.end()) {
        // Different texts; a warning for each call would fill the memory.
        constexpr std::size_t kMost = 100;
        if (warnings_.size() < kMost) {
            warnings_.push_back(what);
        }
    }
}

}  // namespace optimizer
