#include "PolicyStrategy.hpp"

#include <gantry/Error.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "decide.hpp"
#include "explain.hpp"
#include "forecast.hpp"

namespace strategies {
namespace {

// The half width of the 95 % interval of a normal distribution, in standard errors.
constexpr double kStandardErrors = 1.96;

[[noreturn]] void refuse(const std::string& what) {
    throw gantry::Error(gov::cca::CCAExceptionType::Unexpected, what);
}

std::vector<tuning::Candidate> checked(const sidl::array<tuning::Candidate>& candidates) {
    if (candidates.empty()) {
        refuse(
            "a strategy needs candidates to choose from, and the list is empty; name one or more");
    }
    std::set<std::string> names;
    for (const tuning::Candidate& candidate : candidates.toVector()) {
        if (candidate.name.empty()) {
            refuse("a candidate has no name; give each candidate a unique name");
        }
        if (!names.insert(candidate.name).second) {
            refuse("two candidates have the name '" + candidate.name +
                   "'; add what distinguishes them, such as their parameters");
        }
    }
    return candidates.toVector();
}

}  // namespace

void PolicyStrategy::begin(const sidl::array<tuning::Candidate>& candidates, std::int64_t seed) {
    std::vector<tuning::Candidate> all = checked(candidates);
    // It may throw: everything else stays as it was until then.
    policy_ = makePolicy(all);
    candidates_ = all;
    contexts_.begin(std::move(all));
    random_ = Random(static_cast<std::uint64_t>(seed));
    choices_ = 0;
    last_ = {};
}

std::int32_t PolicyStrategy::enterContext(const std::string& key,
                                          const sidl::array<std::string>& featureNames,
                                          const sidl::array<double>& features) {
    if (!policy_) {
        refuse("the strategy knows no candidates yet; call begin first");
    }
    if (featureNames.size() != features.size()) {
        refuse("context '" + key + "' has " + std::to_string(featureNames.size()) +
               " names of features and " + std::to_string(features.size()) +
               " values; give one value for each name");
    }
    const int count = features.length();
    for (int i = 0; i < count; ++i) {
        if (!std::isfinite(features[i])) {
            refuse("feature '" + featureNames[i] + "' of context '" + key +
                   "' is not a finite number; omit features that are not known");
        }
    }
    // Nearly every request is of a known context, whose features are not looked at.
    if (const std::int32_t known = contexts_.numberOf(key); known >= 0) {
        return known;
    }
    Features pairs;
    for (int i = 0; i < count; ++i) {
        pairs.emplace_back(featureNames[i], features[i]);
    }
    return contexts_.enter(key, pairs);
}

ContextState& PolicyStrategy::kept(std::int32_t context) {
    ContextState* state = contexts_.find(context);
    if (state == nullptr) {
        refuse("context " + std::to_string(context) +
               " is not kept (any more); enter it again with its key and features");
    }
    return *state;
}

tuning::Choice PolicyStrategy::choose(std::int32_t context) {
    ContextState& state = kept(context);
    contexts_.use(context);
    const Pick pick = decide(*policy_, {state, random_, contexts_.keyOf(context), choices_ + 1});
    // For getReason(): the state changes with the outcome.
    bestThen_ = state.best();
    last_ = {++choices_, context, pick.candidate, pick.limit, pick.fallback, pick.reason};
    return last_;
}

std::string PolicyStrategy::faultOf(const tuning::Outcome& what) const {
    if (!contexts_.wasGiven(what.context)) {
        return "is of context " + std::to_string(what.context) +
               ", which was never entered; pass the context of the choice";
    }
    if (what.request < 0 || what.request > choices_) {
        return "is of a choice that was not made, there were " + std::to_string(choices_) +
               "; pass the number of the choice, or 0 for an observation";
    }
    if (what.candidate < 0 || what.candidate >= static_cast<int>(candidates_.size())) {
        return "is of candidate " + std::to_string(what.candidate) + ", and there are " +
               std::to_string(candidates_.size()) + "; they are counted from 0";
    }
    if (what.status < tuning::Status::Completed || what.status > tuning::Status::Crashed) {
        return "has an unknown status";
    }
    // Only a call that completed must have a finite cost.
    const bool bounded = std::isfinite(what.cost) || what.status != tuning::Status::Completed;
    if (!(what.cost >= 0) || !bounded) {
        return "has a cost of " + std::to_string(what.cost) +
               "; a cost is a number that is not negative";
    }
    return {};
}

// What a call that was ended would have cost at least, by the limit of its choice: a solver that
// predicts to exceed the limit ends before it, and an objective may not grow with the time.
double PolicyStrategy::limitOf(const tuning::Outcome& what) const {
    const bool isOfChoice = what.request == last_.request && what.candidate == last_.candidate;
    return what.status == tuning::Status::Aborted && isOfChoice && std::isfinite(last_.limit)
               ? last_.limit
               : 0;
}

void PolicyStrategy::outcome(const tuning::Outcome& what) {
    if (const std::string fault = faultOf(what); !fault.empty()) {
        refuse("the outcome of choice " + std::to_string(what.request) + ", " + fault);
    }
    ContextState* state = contexts_.find(what.context);
    // Its context was dropped for a newer one: there is nothing to learn for.
    if (state == nullptr) {
        return;
    }
    // An observation counts as a request of its own.
    if (what.request == 0) {
        state->tick();
    }
    const double cost = std::isfinite(what.cost) ? what.cost : 0;
    // In this form a quality that is not known (NaN) does not count as a failure. Quality is the
    // error in units of the accuracy that was asked for, so above 1 is wrong.
    if (what.status == tuning::Status::Completed && !(what.quality > 1)) {
        state->complete(what.candidate, cost, learning_);
    } else if (what.status == tuning::Status::Aborted || what.status == tuning::Status::Cancelled) {
        state->abort(what.candidate, cost, std::max(cost, limitOf(what)), learning_);
    } else {
        state->fail(what.candidate, cost, learning_);
    }
    // After the arm was updated: the policy decides on what is known now.
    policy_->update(*state);
}

std::string PolicyStrategy::getReason() {
    if (choices_ == 0) {
        return {};
    }
    return explain(last_, candidates_, std::exp(bestThen_));
}

sidl::array<tuning::Estimate> PolicyStrategy::getEstimates(std::int32_t context) {
    const ContextState& state = kept(context);
    sidl::array<tuning::Estimate> estimates(
        sidl::array<tuning::Estimate>::Shape{state.candidates()});
    for (int i = 0; i < state.candidates(); ++i) {
        const Arm& arm = state.arm(i);
        tuning::Estimate& estimate = estimates[i];
        estimate.candidate = candidates_[static_cast<std::size_t>(i)].name;
        // At least 1: knowledge from an earlier run has no calls in this one.
        estimate.calls = arm.known() ? std::max<std::int64_t>(arm.finished, 1) : 0;
        estimate.bound = arm.bound > -kInfinity ? std::exp(arm.bound) : 0;
        estimate.low = estimate.bound;
        estimate.high = kInfinity;
        if (arm.known()) {
            const double error = kStandardErrors * state.spread() / std::sqrt(arm.count);
            estimate.cost = std::exp(arm.mean);
            // The interval is symmetric for the logarithm, and so not for the cost.
            estimate.low = std::exp(arm.mean - error);
            estimate.high = std::exp(arm.mean + error);
        } else if (arm.modelled()) {
            const double error = kStandardErrors * arm.guessError;
            estimate.low = std::max(estimate.bound, std::exp(arm.guess - error));
            estimate.high = std::max(estimate.low, std::exp(arm.guess + error));
        }
        estimate.quarantine = std::max<std::int64_t>(0, arm.quarantinedUntil - state.clock);
    }
    return estimates;
}

std::int32_t PolicyStrategy::getIncumbent(std::int32_t context) {
    return kept(context).incumbent;
}

sidl::array<tuning::Learned> PolicyStrategy::getLearned() {
    return sidl::array<tuning::Learned>(contexts_.learned());
}

std::int32_t PolicyStrategy::restore(const sidl::array<tuning::Learned>& known) {
    if (!policy_) {
        refuse("the strategy knows no candidates yet; call begin first");
    }
    return contexts_.restore(known.toVector());
}

tuning::Forecast PolicyStrategy::forecast(std::int64_t calls) {
    if (!policy_) {
        refuse("the strategy knows no candidates yet; call begin first");
    }
    constexpr std::int64_t kMost = 100'000;
    if (calls < 1 || calls > kMost) {
        refuse("a forecast is of 1 to " + std::to_string(kMost) + " calls, not of " +
               std::to_string(calls));
    }
    return policy_->decidesByState() ? strategies::forecast(contexts_, *policy_, calls)
                                     : tuning::Forecast{};
}

}  // namespace strategies
