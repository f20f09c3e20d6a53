#include "CappedThompsonPolicy.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace strategies {
namespace {

// Calls of each candidate that trials may cost whatever has been spent.
constexpr double kFreeTrials = 1.25;
// How often the limit of first tries doubles after all were ended at it.
constexpr double kDoublingsOfLimit = 1.5;
// Of first tries at one limit, so many of others between two of the initial one.
constexpr int kTriesBetweenInitial = 5;
// What has not been seen for that many requests for each candidate is half as certain.
constexpr double kRequestsToAge = 10;
// A candidate that was ended took longer than the limit; so much longer, for want of anything
// known.
constexpr double kBeyondBound = 0.3;
// A candidate that its nearest context lets expect to be that much slower is not tried at once.
constexpr double kHopeless = 2;

// Requests for each candidate until one that did not finish, or once, is looked at again: the first
// time, and later.
constexpr double kSecondLook = 40;
constexpr double kLaterLooks = 160;
// The initial one is looked at again after one request, and then each time after so many times more
// of them: without it nobody knows what it would have been to change nothing.
constexpr double kLooksAtInitial = 16;

// Which of the candidates that nothing is known of comes first: one that can be ended, was ended
// less often, and is expected to be faster.
auto rank(const Arm& arm) {
    return std::tuple(!arm.abortable, arm.aborts, arm.guess);
}

// The square of how many standard errors behind the best one no draw is worth its time.
constexpr double kOutOfReach = 36;

bool deservesALook(const ContextState& cell, int candidate) {
    const Arm& arm = cell.arm(candidate);
    const double looks = arm.count + arm.aborts;
    if (candidate == cell.incumbent || arm.count > 1) {
        return false;
    }
    const double patience = candidate == 0 ? std::pow(kLooksAtInitial, looks - 1)
                            : looks >= 2   ? kLaterLooks * cell.candidates()
                                           : kSecondLook * cell.candidates();
    return static_cast<double>(cell.clock - arm.lastTold) > patience;
}

tuning::Reason reasonFor(const ContextState& cell, int candidate) {
    if (cell.arm(candidate).failures > 0) {
        return tuning::Reason::SecondChance;
    }
    if (!cell.arm(candidate).known() && cell.arm(candidate).aborts == 0) {
        return tuning::Reason::Untested;
    }
    const std::int64_t relearning = 10 * static_cast<std::int64_t>(cell.candidates());
    return cell.driftedAt >= 0 && cell.clock - cell.driftedAt <= relearning
               ? tuning::Reason::Drift
               : tuning::Reason::Exploration;
}

}  // namespace

Pick CappedThompsonPolicy::pick(const Request& request) const {
    ContextState& cell = request.cell;
    if (cell.incumbent < 0) {
        return firstTry(cell);
    }
    // Trials are ended by what the best one takes: its first call may have been disturbed.
    if (cell.incumbent == 0 && cell.arm(0).finished == 1) {
        return {0, kInfinity, tuning::Reason::Incumbent};
    }
    const int untested = mostPromisingUntested(cell);
    const int candidate = untested >= 0 ? untested : draw(cell, request.random);
    if (candidate == cell.incumbent) {
        return {candidate, kInfinity, tuning::Reason::Incumbent};
    }
    // What the initial one takes is nothing beyond what changing nothing would have cost, but one
    // that cannot be ended may take far longer than the best one.
    const bool owed = candidate == 0 && cell.arm(0).abortable;
    if (!owed && !affordable(cell)) {
        return {cell.incumbent, kInfinity, tuning::Reason::BudgetSpent};
    }
    return {candidate, options_.abortFactor * std::exp(cell.best()), reasonFor(cell, candidate),
            cell.incumbent};
}

// In turn, those first that the nearest context lets expect to be fast, each with a limit that
// grows when it was ended; the initial one whenever the limit grew, and again after some others:
// where it is the best one, a disturbed call of it must not let all others use up the limit.
Pick CappedThompsonPolicy::firstTry(ContextState& cell) const {
    int chosen = -1;
    for (int i = 0; i < cell.candidates(); ++i) {
        if (cell.usable(i) && (chosen < 0 || rank(cell.arm(i)) < rank(cell.arm(chosen)))) {
            chosen = i;
        }
    }
    const double doublings = kDoublingsOfLimit * cell.arm(chosen).aborts;
    const double limit = options_.firstLimit * std::exp2(std::min(doublings, 1000.0));
    const Arm& initial = cell.arm(0);
    const bool due = cell.firstTries >= kTriesBetweenInitial || initial.bound < std::log(limit);
    if (chosen != 0 && due && cell.usable(0) && initial.abortable && initial.guess == kInfinity) {
        chosen = 0;
    }
    cell.firstTries = chosen == 0 ? 0 : cell.firstTries + 1;
    const double guess = cell.arm(chosen).guess;
    const double expected = guess < kInfinity ? options_.abortFactor * std::exp(guess) : 0;
    return {chosen, std::max(limit, expected), tuning::Reason::FirstTry};
}

int CappedThompsonPolicy::mostPromisingUntested(const ContextState& cell) {
    const double best = cell.best();
    int chosen = -1;
    for (int i = 0; i < cell.candidates(); ++i) {
        const Arm& arm = cell.arm(i);
        const bool open = (!arm.known() && arm.bound < best) || deservesALook(cell, i);
        if (!open || !cell.usable(i)) {
            continue;
        }
        const bool hopeless =
            arm.guess < kInfinity && arm.aborts == 0 && arm.guess > best + kHopeless;
        if (!hopeless && (chosen < 0 || rank(arm) < rank(cell.arm(chosen)))) {
            chosen = i;
        }
    }
    return chosen;
}

int CappedThompsonPolicy::draw(const ContextState& cell, Random& random) {
    const double variance = cell.squares / cell.weight;
    const double perRequest = 1 / (kRequestsToAge * cell.candidates());
    const double best = cell.best();
    double least = kInfinity;
    int chosen = cell.incumbent;
    for (int i = 0; i < cell.candidates(); ++i) {
        const Arm& arm = cell.arm(i);
        if (!cell.usable(i)) {
            continue;
        }
        const double age = static_cast<double>(cell.clock - arm.lastTold) * perRequest;
        const double seen = std::max(1.0, arm.known() ? arm.count : arm.aborts);
        const double middle = arm.known()      ? arm.mean
                              : arm.aborts > 0 ? arm.bound + kBeyondBound
                                               : arm.guess;
        const double squareOfError = variance * (1 + age) / seen;
        const double behind = middle - best;
        if (behind > 0 && behind * behind > kOutOfReach * squareOfError) {
            continue;
        }
        const double drawn = middle + std::sqrt(squareOfError) * random.normal();
        if (drawn < least) {
            least = drawn;
            chosen = i;
        }
    }
    return chosen;
}

bool CappedThompsonPolicy::affordable(const ContextState& cell) const {
    const double free = kFreeTrials * cell.candidates() * std::exp(cell.best());
    return cell.spentOnTrials <= options_.budget * cell.spent + free;
}

}  // namespace strategies
