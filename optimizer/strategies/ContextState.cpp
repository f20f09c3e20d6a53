#include "ContextState.hpp"

#include <algorithm>
#include <cmath>

namespace strategies {
namespace {

// Smaller costs are rounded up to this, because of the logarithm.
constexpr double kLeastCost = 1e-12;
// A call further from the mean than that many standard deviations, and by half, is an outlier. It
// counts as if it were just at that distance; several in a row are a drift.
constexpr double kFar = 4;
constexpr double kFarAtLeast = 0.4;
// Among that few calls, one that took far longer is taken as disturbed, until others confirm it.
constexpr double kFewCalls = 4;
constexpr std::int32_t kSurprisesOfDrift = 3;
// The spread is averaged over this many calls.
constexpr double kSpreadWindow = 200;
constexpr std::int32_t kMostDoublings = 20;
// With a cost model, which knows later calls: what a first call costs more (logarithm) before any
// candidate has shown it, and the weight of that beside the candidates that have.
constexpr double kSetUp = 1;
constexpr double kWeightOfSetUp = 0.5;
// A first call that cost even more was disturbed as well.
constexpr double kMostSetUp = 3;
// The weight of a candidate that was called once only, in comparison with the model.
constexpr double kWeightOfFirst = 0.25;

}  // namespace

// Of the logarithm of the cost, so it is a relative deviation; the same for all candidates of a
// context, as few calls of each say little.
double ContextState::spread() const {
    return std::sqrt(squares / weight);
}

double ContextState::setUp() const {
    // Without a model only what was seen counts.
    const double expected = !arms.empty() && arms.front().modelled() ? kWeightOfSetUp : 0;
    double weight = expected;
    double sum = expected * kSetUp;
    for (const Arm& arm : arms) {
        if (arm.finished > 1 && !arm.recalled) {
            weight += 1;
            sum += std::min(arm.setUp, kMostSetUp);
        }
    }
    return weight > 0 ? sum / weight : 0;
}

double ContextState::beyondModel() const {
    // As if there were half a candidate that costs what was expected.
    double weight = 0.5;
    double sum = 0;
    for (const Arm& arm : arms) {
        if (arm.known() && arm.modelled()) {
            const double known = arm.settled() ? 1 : kWeightOfFirst;
            weight += known;
            sum += known * (laterCost(arm) - arm.guess);
        }
    }
    return sum / weight;
}

void ContextState::complete(int candidate, double cost, const Learning& learning) {
    pay(candidate, cost, true);
    Arm& told = arm(candidate);
    told.lastOutcome = clock;
    told.failures = 0;
    told.aborts = 0;
    ++told.finished;
    if (incumbent < 0) {
        // Calls before the first completed one were aborted at arbitrary limits; that says little.
        for (Arm& other : arms) {
            other.aborts = std::min(other.aborts, 1);
        }
    }
    // Costs are compared as logarithms everywhere in this class.
    learn(told, std::log(std::max(cost, kLeastCost)), learning);
    findIncumbent(learning.gain);
}

void ContextState::learn(Arm& arm, double cost, const Learning& learning) {
    // The first call is the mean, with nothing to say of the spread.
    if (!arm.known()) {
        arm.mean = cost;
        arm.count = 1;
        return;
    }
    const double far = std::max(kFar * spread(), kFarAtLeast);
    const double distance = cost - arm.mean;
    // The first call was the disturbed one, or prepared something.
    if (arm.count == 1 && distance < -far) {
        arm.setUp = arm.finished == 2 && !arm.recalled ? -distance : arm.setUp;
        arm.mean = cost;
        return;
    }
    if (std::abs(distance) > far && noticeDrift(arm, distance, cost)) {
        return;
    }
    if (std::abs(distance) <= far) {
        arm.surprises = 0;
        // Not counted now; if it comes again, noticeDrift() confirms it.
    } else if (distance > 0 && arm.count < kFewCalls) {
        return;
    }
    const double counted = std::clamp(distance, -far, far);
    // The share of a value in the sum of squares when a mean of `count` values moves towards it
    // (Welford).
    squares += counted * counted * arm.count / (arm.count + 1);
    weight += 1;
    if (weight > kSpreadWindow) {
        squares *= kSpreadWindow / weight;
        weight = kSpreadWindow;
    }
    // A bounded count makes the mean a moving average, which forgets.
    arm.count = std::min(arm.count + 1, learning.window);
    arm.mean += counted / arm.count;
}

bool ContextState::noticeDrift(Arm& arm, double distance, double cost) {
    const bool sameSide =
        arm.surprises > 0 && (arm.surprising / arm.surprises > arm.mean) == (distance > 0);
    // Calls that surprise to different sides are noise, not a drift.
    arm.surprising = sameSide ? arm.surprising + cost : cost;
    arm.surprises = sameSide ? arm.surprises + 1 : 1;
    if (arm.surprises < kSurprisesOfDrift) {
        return false;
    }
    relearn(arm);
    return true;
}

// The cause of the drift may affect the other candidates as well: they count as called once, or not
// at all.
void ContextState::relearn(Arm& drifted) {
    if (incumbent >= 0 && &drifted == &arm(incumbent)) {
        driftedAt = clock;
        for (Arm& other : arms) {
            other.count = std::min(other.count, 1.0);
            other.aborts = 0;
            other.bound = -kInfinity;
            other.eliminated = false;
        }
    }
    drifted.mean = drifted.surprising / drifted.surprises;
    drifted.count = drifted.surprises;
    drifted.surprises = 0;
}

void ContextState::abort(int candidate, double cost, double bound, const Learning& learning) {
    pay(candidate, cost, false);
    Arm& told = arm(candidate);
    const double least = std::log(std::max(bound, kLeastCost));
    told.lastOutcome = clock;
    // Not an estimate.
    told.bound = std::max(told.bound, least);
    ++told.aborts;
    // Only then the bound says that the estimate is too low.
    if (told.known() && least > told.mean) {
        learn(told, least, learning);
        findIncumbent(learning.gain);
    }
}

void ContextState::fail(int candidate, double cost, const Learning& learning) {
    pay(candidate, cost, false);
    Arm& told = arm(candidate);
    told.lastOutcome = clock;
    told.quarantinedUntil =
        // Bounded doublings: a shift by 64 or more has no meaning. Each failure in a row doubles
        // the quarantine, which is counted in requests.
        clock + (learning.quarantine << std::min(told.failures, kMostDoublings));
    ++told.failures;
    ++told.failed;
    findIncumbent(learning.gain);
}

void ContextState::pay(int candidate, double cost, bool finished) {
    spent += cost;
    // What is spent on trials is limited by the budget; the first completed call serves the
    // request, so it is none.
    if (incumbent < 0 && !finished) {
        spentOnTrials += cost;
    } else if (incumbent >= 0 && candidate != incumbent) {
        // A trial that completed served the request as well: its price is what the incumbent would
        // have saved.
        spentOnTrials += finished ? std::max(0.0, cost - std::exp(best())) : cost;
    }
}

void ContextState::findIncumbent(double gain) {
    if (incumbent >= 0 && (!usable(incumbent) || !arm(incumbent).known())) {
        incumbent = -1;
    }
    int least = incumbent;
    for (int i = 0; i < candidates(); ++i) {
        if (arm(i).known() && usable(i) && (least < 0 || arm(i).mean < arm(least).mean)) {
            least = i;
        }
    }
    // By a margin, so that equal candidates do not alternate with each call.
    if (incumbent < 0 || (least >= 0 && arm(least).mean < arm(incumbent).mean - gain)) {
        incumbent = least;
    }
}

}  // namespace strategies
