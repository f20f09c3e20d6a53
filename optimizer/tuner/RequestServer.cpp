#include "RequestServer.hpp"

#include <base/hash/Fnv1a.hpp>
#include <gantry/Error.hpp>
#include <gov/cca/CCAException.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "describe.hpp"

namespace optimizer {
namespace {

// Both halves are whole numbers that a sum of many ranks keeps exactly.
std::pair<double, double> halvesOf(const std::string& text) {
    const std::uint64_t hash = gantry::base::fnv1a(text);
    return {static_cast<double>(hash >> 32U), static_cast<double>(hash & 0xffffffffU)};
}

std::size_t placeOf(std::int32_t candidate) {
    return static_cast<std::size_t>(candidate);
}

}  // namespace

RequestServer::RequestServer(Parts parts) : parts_(std::move(parts)) {
    failed_.resize(parts_.candidates.size());
}

tuning::Assignment RequestServer::begin(const std::string& key,
                                        const sidl::array<std::string>& featureNames,
                                        const sidl::array<double>& features) {
    {
        const std::lock_guard lock(mutex_);
        mode_ = nextMode_;
        pinned_ = nextPinned_;
    }
    parts_.meter->stop();
    ++requests_;
    attempts_ = 0;
    fallenBack_ = false;
    rewired_ = false;
    failures_.clear();
    failed_.assign(failed_.size(), false);
    choice_ = {};
    believed_ = {};
    if (mode_ == tuning::Mode::Off || mode_ == tuning::Mode::Pin) {
        key_ = key;
        const std::size_t candidate = mode_ == tuning::Mode::Pin ? pinned_ : 0;
        choice_.reason = tuning::Reason::Pinned;
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
        // A log that has ended, or is of another run: on with what serves now.
        warn(std::string("the strategy does not choose any more: ") + error.what());
        mode_ = tuning::Mode::Pin;
        choice_ = {};
        choice_.reason = tuning::Reason::Pinned;
        return assign(connected_, kNoLimit);
    }
}

void RequestServer::enter(const std::string& key, const sidl::array<std::string>& featureNames,
                          const sidl::array<double>& features) {
    if (parts_.ranks == nullptr || parts_.ranks->getSize() == 1) {
        key_ = key;
        context_ = parts_.strategy->enterContext(key, featureNames, features);
        return;
    }
    // Each rank has its own part of the problem: the context is all of them together.
    const auto [high, low] = halvesOf(key);
    const auto sums = parts_.ranks->reduceSum({high, low});
    const auto largest = parts_.ranks->reduceMaximum(features);
    key_ = std::to_string(parts_.ranks->getSize()) + " ranks " +
           std::to_string(static_cast<std::uint64_t>(sums[0])) + "." +
           std::to_string(static_cast<std::uint64_t>(sums[1]));
    context_ = parts_.strategy->enterContext(key_, featureNames, largest);
}

tuning::Assignment RequestServer::choose() {
    while (true) {
        choice_ = parts_.strategy->choose(context_);
        believe();
        const std::size_t candidate = placeOf(choice_.candidate);
        fallenBack_ = false;
        if (choice_.limit > 0) {
            if (failed_[candidate]) {
                return none();
            }
            if (choice_.reason == tuning::Reason::Incumbent) {
                rewireTo(candidate);
            }
            return assign(candidate, secondsFor(choice_.limit));
        }
        if (choice_.fallback >= 0) {
            fallenBack_ = true;
            return assign(placeOf(choice_.fallback), kNoLimit);
        }
    }
}

// Calls of the incumbent that follow each other are one entry, which has what was believed first.
void RequestServer::believe() {
    believed_ = {};
    const bool goesOn = choice_.reason == tuning::Reason::Incumbent && incumbentWritten_ &&
                        choice_.context == writtenContext_ &&
                        choice_.candidate == writtenCandidate_;
    if (parts_.decisionLog == nullptr || goesOn) {
        return;
    }
    try {
        believed_ = parts_.strategy->getEstimates(context_);
    } catch (const gov::cca::CCAException&) {
        // The log does without them.
        believed_ = {};
    }
}

tuning::Assignment RequestServer::retry() {
    if (!asksStrategy()) {
        return none();
    }
    if (!fallenBack_ && choice_.fallback >= 0 && !failed_[placeOf(choice_.fallback)]) {
        fallenBack_ = true;
        return assign(placeOf(choice_.fallback), kNoLimit);
    }
    return choose();
}

tuning::Assignment RequestServer::assign(std::size_t candidate, double limit) {
    current_ = candidate;
    tuning::Assignment assignment;
    assignment.candidate = static_cast<std::int32_t>(candidate);
    assignment.port =
        candidate == connected_ ? "incumbent" : "candidate" + std::to_string(candidate);
    assignment.limit = limit;
    assignment.verify = results_[{context_, candidate}] % parts_.verifyEvery == 0;
    assignment.isolated = parts_.candidates[candidate].needsIsolation;
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

// A re-wiring that does not succeed costs nothing but the way round: the candidate has a port of
// its own.
void RequestServer::rewireTo(std::size_t candidate) {
    if (candidate == connected_) {
        return;
    }
    try {
        parts_.connectIncumbent(candidate);
        connected_ = candidate;
        rewired_ = true;
    } catch (const std::exception& error) {
        warn(std::string("the incumbent's port was not connected anew: ") + error.what());
    }
}

void RequestServer::stop() {
    parts_.meter->stop();
}

bool RequestServer::conclude(tuning::Status status, double quality, const std::string& message) {
    parts_.meter->stop();
    ++attempts_;
    tuning::Outcome outcome;
    std::vector<double> figures;
    if (mode_ != tuning::Mode::Off) {
        figures = parts_.meter->figures();
        agree(figures, status, quality);
    }
    const bool completed = status == tuning::Status::Completed;
    if (completed) {
        constexpr std::size_t kMostRemembered = 4096;
        if (results_.size() > kMostRemembered) {
            results_.clear();
        }
        ++results_[{context_, current_}];
    } else {
        failed_[current_] = failed_[current_] || status != tuning::Status::Aborted;
        failures_.push_back(parts_.candidates[current_].name + " " + inWords(status) +
                            (message.empty() ? "" : ": " + message));
    }
    outcome.request = asksStrategy() ? choice_.request : 0;
    outcome.context = context_;
    outcome.candidate = static_cast<std::int32_t>(current_);
    outcome.status = status;
    outcome.quality = quality;
    if (mode_ != tuning::Mode::Off) {
        outcome.seconds = figures[0];
        outcome.metrics = sidl::array<double>(figures);
        figures.push_back(std::isnan(quality) ? 0 : quality);
        outcome.cost = parts_.cost->evaluate(figures);
        tell(outcome, message);
    }
    if (completed) {
        const std::lock_guard lock(mutex_);
        served_ = {requests_, parts_.candidates[current_].name, attempts_, outcome.seconds,
                   rewired_,  inWords(choice_.reason)};
    }
    return completed;
}

// One slow rank is the time of all, and one that failed has failed for all.
void RequestServer::agree(std::vector<double>& figures, tuning::Status& status, double& quality) {
    if (parts_.ranks == nullptr || parts_.ranks->getSize() == 1) {
        return;
    }
    constexpr double kNotChecked = -1;
    packed_ = figures;
    packed_.push_back(static_cast<double>(status));
    packed_.push_back(std::isnan(quality) ? kNotChecked : quality);
    const auto largest = parts_.ranks->reduceMaximum(sidl::array<double>(packed_));
    const auto count = static_cast<int>(figures.size());
    for (int i = 0; i < count; ++i) {
        figures[static_cast<std::size_t>(i)] = largest[i];
    }
    status = static_cast<tuning::Status>(static_cast<std::int32_t>(largest[count]));
    quality = largest[count + 1] == kNotChecked ? std::nan("") : largest[count + 1];
}

void RequestServer::tell(const tuning::Outcome& outcome, const std::string& message) {
    if (!(outcome.cost >= 0) || !std::isfinite(outcome.cost)) {
        warn("the metric gave " + std::to_string(outcome.cost) + " for a call of " +
             parts_.candidates[current_].name + ", which is no cost; nothing is learned from it");
        return;
    }
    if (outcome.status == tuning::Status::Completed && outcome.cost > 0) {
        secondsPerCost_ = outcome.seconds / outcome.cost;
    }
    // What somebody pinned is nobody's decision.
    if (mode_ != tuning::Mode::Pin) {
        parts_.strategy->outcome(outcome);
        write(outcome, message);
    }
}

void RequestServer::write(const tuning::Outcome& outcome, const std::string& message) {
    if (parts_.decisionLog == nullptr) {
        return;
    }
    tuning::Entry entry;
    entry.port = parts_.port;
    entry.request = outcome.request;
    entry.repeats = 1;
    entry.context = key_;
    entry.candidate = parts_.candidates[current_].name;
    entry.reason = choice_.reason;
    entry.text = asksStrategy() && choice_.reason != tuning::Reason::Incumbent
                     ? parts_.strategy->getReason()
                     : "";
    if (!message.empty()) {
        entry.text += (entry.text.empty() ? "" : "; ") + message;
    }
    entry.limit = fallenBack_ ? kNoLimit : choice_.limit;
    if (choice_.fallback >= 0 && asksStrategy()) {
        entry.fallback = parts_.candidates[placeOf(choice_.fallback)].name;
    }
    entry.status = outcome.status;
    entry.cost = outcome.cost;
    entry.seconds = outcome.seconds;
    entry.quality = outcome.quality;
    entry.estimates = believed_;
    incumbentWritten_ =
        choice_.reason == tuning::Reason::Incumbent && outcome.status == tuning::Status::Completed;
    writtenContext_ = context_;
    writtenCandidate_ = outcome.candidate;
    try {
        parts_.decisionLog->add(entry);
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
    return secondsPerCost_ > 0 ? costLimit * secondsPerCost_ : kNoLimit;
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

std::vector<std::string> RequestServer::warnings() const {
    const std::lock_guard lock(mutex_);
    return warnings_;
}

void RequestServer::warn(const std::string& what) {
    const std::lock_guard lock(mutex_);
    if (std::find(warnings_.begin(), warnings_.end(), what) == warnings_.end()) {
        constexpr std::size_t kMost = 100;
        if (warnings_.size() < kMost) {
            warnings_.push_back(what);
        }
    }
}

}  // namespace optimizer
