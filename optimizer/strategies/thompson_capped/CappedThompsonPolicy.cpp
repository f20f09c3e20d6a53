#include "CappedThompsonPolicy.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

#include "Prospect.hpp"

namespace strategies {
namespace {

// The budget of trials is at least that many calls of each candidate.
constexpr double kFreeTrials = 1.25;
// How often the limit of first tries doubles after all were aborted at it.
constexpr double kDoublingsOfLimit = 1.5;
// At one limit, the initial candidate is tried again after that many tries of others.
constexpr int kTriesBetweenInitial = 5;
// One that cannot be aborted gets its first turn when all others were aborted that often: what they
// took together is a fraction of a second each, and without a tuner it would have served at once.
constexpr std::int32_t kAbortsBeforeEndless = 7;
// Per candidate: after that many requests without a call, an estimate counts half.
constexpr double kRequestsToAge = 10;
// A candidate that was that much slower in the nearest context is not tried at once.
constexpr double kHopeless = 2;

// Per candidate: requests until one that did not complete, or completed once, is tried again; the
// first time, and later.
constexpr double kSecondLook = 40;
constexpr double kLaterLooks = 160;
// The initial candidate is tried again after one request, then after that many times more requests
// each time: its cost is the baseline.
constexpr double kLooksAtInitial = 16;

// With a cost model: how many requests are expected at the first one.
constexpr double kExpectedRequests = 15;

// A cost that is off the model by more than this (logarithm), and by more than its standard
// deviation, refutes the model in its context. Untested candidates are then ended at the cost of
// the best one by this number.
constexpr double kSurelyWrong = 1;
constexpr double kProbes = 4;

// A candidate that no context of the run has called is called once in so many new contexts.
constexpr std::int64_t kContextsForEach = 2;

// One that fails surely costs as much as one that takes that much longer (logarithm).
constexpr double kCostOfFailing = 2;

// The order of candidates of which nothing is known: those that can be aborted, were aborted less
// often, and are expected to be faster first.
// With a cost model, the one whose next call ends soonest: a call that was ended once may still be
// shorter with a larger limit than the first call of one that is far slower.
auto rank(const Arm& arm) {
    const std::int32_t waits = arm.abortable ? 0 : kAbortsBeforeEndless;
    const double fails = kCostOfFailing * arm.failing;
    const std::int32_t turn = std::max(arm.aborts, waits);
    const double grown = kDoublingsOfLimit * std::numbers::ln2 * turn;
    return arm.modelled() ? std::tuple(0, false, arm.guess + grown + fails)
                          : std::tuple(turn, !arm.abortable, arm.guess + fails);
}

// Candidates more than the square root of this many standard errors behind the best one are not
// drawn, to save time.
constexpr double kOutOfReach = 36;

bool deservesALook(const ContextState& state, int candidate) {
    const Arm& arm = state.arm(candidate);
    const double looks = arm.count + arm.aborts;
    if (candidate == state.incumbent || arm.count > 1) {
        return false;
    }
    const double patience = candidate == 0 ? std::pow(kLooksAtInitial, looks - 1)
                            : looks >= 2   ? kLaterLooks * state.candidates()
                                           : kSecondLook * state.candidates();
    return static_cast<double>(state.clock - arm.lastOutcome) > patience;
}

// Without a cost model: how much more the first call of another candidate may cost (logarithm).
// A single disturbed call looks like a set-up, and must not make the trials of all others long.
double likelySetUp(const ContextState& state) {
    std::ptrdiff_t prepared = 0;
    std::ptrdiff_t ended = 0;
    for (const Arm& arm : state.arms) {
        prepared += arm.setUp > 0 ? 1 : 0;
        ended += !arm.known() && arm.aborts > 0 ? 1 : 0;
    }
    const bool likely = state.arm(state.incumbent).settled() && ended < prepared;
    return likely ? state.setUp() : 0;
}

// Whether the first call of a candidate may have prepared what would make later ones the best.
bool deservesASecondTry(const ContextState& state, int candidate) {
    const Arm& arm = state.arm(candidate);
    if (candidate == state.incumbent || !arm.known() || arm.settled() || arm.aborts > 0 ||
        !state.arm(state.incumbent).settled()) {
        return false;
    }
    // Only where another candidate has shown a set-up, from which this one's may differ.
    const double setUp = state.setUp();
    return setUp > 0 && arm.mean - setUp - kSetUpError < state.best();
}

// Whether a candidate costs far more or less than the model can have meant.
bool isRefuted(const ContextState& state) {
    const double setUp = state.setUp();
    const double beyond = state.beyondModel();
    return std::any_of(state.arms.begin(), state.arms.end(), [&](const Arm& arm) {
        const double expected = arm.guess + beyond;
        const double off =
            arm.known() ? std::abs(state.laterCost(arm) - expected) : arm.bound - setUp - expected;
        return arm.modelled() && off > std::max(kSurelyWrong, arm.guessError);
    });
}

// A model that is wrong about one candidate may be wrong about one that it takes for hopeless: each
// of these is called once, for a short time, whatever was spent on trials. -1: none.
int probeDue(const ContextState& state) {
    if (!isRefuted(state)) {
        return -1;
    }
    for (int i = 0; i < state.candidates(); ++i) {
        const Arm& arm = state.arm(i);
        const bool isNew = !arm.known() && arm.aborts == 0 && arm.failed == 0;
        if (i != state.incumbent && isNew && arm.abortable && state.usable(i)) {
            return i;
        }
    }
    return -1;
}

// What the others are worth changes little from one request to the next, and computing it takes as
// long as a small solve.
bool isWeighed(const ContextState& state) {
    constexpr std::int64_t kEach = 40;
    constexpr std::int64_t kLater = 8;
    return state.clock <= kEach || state.clock % kLater == 0;
}

tuning::Reason reasonFor(const ContextState& state, int candidate) {
    if (state.arm(candidate).failures > 0) {
        return tuning::Reason::SecondChance;
    }
    if (!state.arm(candidate).known() && state.arm(candidate).aborts == 0) {
        return tuning::Reason::Untested;
    }
    const std::int64_t relearning = 10 * static_cast<std::int64_t>(state.candidates());
    return state.driftedAt >= 0 && state.clock - state.driftedAt <= relearning
               ? tuning::Reason::Drift
               : tuning::Reason::Exploration;
}

}  // namespace

Pick CappedThompsonPolicy::pick(const Request& request) const {
    ContextState& state = request.state;
    if (state.incumbent < 0) {
        const Pick untested = calledNowhere(state);
        return untested.candidate >= 0 ? untested : firstTry(state);
    }
    const Arm& incumbent = state.arm(state.incumbent);
    const bool modelled = incumbent.modelled();
    // The cost of the best one limits trials, and its first call may have been disturbed, or have
    // prepared what later ones use: the model says what those cost.
    if ((modelled || state.incumbent == 0) && incumbent.finished == 1) {
        return {state.incumbent, kInfinity, tuning::Reason::Incumbent};
    }
    const bool weighs = modelled && isWeighed(state);
    if (const int probed = weighs ? probeDue(state) : -1; probed >= 0) {
        return {probed, std::exp(state.best()) / kProbes, tuning::Reason::Untested,
                state.incumbent};
    }
    const int untested = weighs ? worthiest(state) : modelled ? -1 : mostPromisingUntested(state);
    const int candidate = untested >= 0 ? untested : draw(state, request.random);
    if (candidate == state.incumbent) {
        return {candidate, kInfinity, tuning::Reason::Incumbent};
    }
    // The initial candidate costs no more than no tuning at all. But one that cannot be aborted may
    // take far longer than the best one.
    const bool owed = candidate == 0 && state.arm(0).abortable;
    if (!owed && !affordable(state)) {
        return {state.incumbent, kInfinity, tuning::Reason::BudgetSpent};
    }
    return {candidate, std::exp(limitOf(state, candidate)), reasonFor(state, candidate),
            state.incumbent};
}

// The first call of a candidate may take longer than later ones of the best one.
double CappedThompsonPolicy::limitOf(const ContextState& state, int candidate) const {
    const Arm& arm = state.arm(candidate);
    const double best = state.best();
    if (arm.modelled() && !arm.settled()) {
        return Prospect(arm, state.beyondModel(), state.setUp()).limit(best, options_.abortFactor);
    }
    return best + (arm.known() ? 0 : likelySetUp(state)) + std::log(options_.abortFactor);
}

int CappedThompsonPolicy::expectedBest(const ContextState& state) {
    int chosen = -1;
    for (int i = 0; i < state.candidates(); ++i) {
        if (state.usable(i) && (chosen < 0 || rank(state.arm(i)) < rank(state.arm(chosen)))) {
            chosen = i;
        }
    }
    return chosen;
}

// In a run of many contexts with few calls each, no context has calls enough to try the others, and
// a model that is wrong about a candidate stays so. What one call says is known in all contexts to
// come. The call is ended where the expected best one would have ended, set-up included: what takes
// longer is not better.
Pick CappedThompsonPolicy::calledNowhere(const ContextState& state) {
    const int best = expectedBest(state);
    const Arm& expected = state.arm(best);
    if (state.clock != 1 || state.contextsBefore == 0 || !expected.modelled()) {
        return {-1};
    }
    std::int64_t called = -1;  // the first context has called the best one
    int next = -1;
    for (int i = 0; i < state.candidates(); ++i) {
        const Arm& arm = state.arm(i);
        called += arm.calledBefore ? 1 : 0;
        const bool isOpen = i != best && !arm.calledBefore && arm.abortable && state.usable(i);
        if (isOpen && (next < 0 || arm.guess < state.arm(next).guess)) {
            next = i;
        }
    }
    if (next < 0 || kContextsForEach * called >= state.contextsBefore) {
        return {-1};
    }
    const double limit = expected.guess + kCostOfFailing * expected.failing + state.setUp();
    return {next, std::exp(limit), tuning::Reason::Untested};
}

// Candidates in turn, those first that were fast in the nearest context, each with a limit that
// grows when it is aborted. The initial one whenever the limit has grown, and again after some
// others: if it is the best one, a single disturbed call of it must not make all others use up the
// limit.
Pick CappedThompsonPolicy::firstTry(ContextState& state) const {
    int chosen = expectedBest(state);
    const double doublings = kDoublingsOfLimit * state.arm(chosen).aborts;
    const double limit = options_.firstLimit * std::exp2(std::min(doublings, 1000.0));
    const Arm& initial = state.arm(0);
    // Not by the bound: a call that is ended may have cost less than its limit, without what
    // measuring it took.
    const bool due =
        state.firstTries >= kTriesBetweenInitial || state.limitOfInitial < std::log(limit);
    if (chosen != 0 && due && state.usable(0) && initial.abortable && initial.guess == kInfinity) {
        chosen = 0;
    }
    if (chosen == 0) {
        state.firstTries = 0;
        state.limitOfInitial = std::max(state.limitOfInitial, std::log(limit));
    } else {
        ++state.firstTries;
    }
    // A guess of the model may be wrong by its error, and says nothing of the set-up.
    const Arm& first = state.arm(chosen);
    const double guess = first.guess + first.guessError + (first.modelled() ? state.setUp() : 0);
    // Where it was ended at that, it grows as the other one does: the guess was wrong.
    const double expected = guess < kInfinity ? options_.abortFactor * std::exp(guess) *
                                                    std::exp2(std::min(doublings, 1000.0))
                                              : 0;
    return {chosen, std::max(limit, expected), tuning::Reason::FirstTry};
}

// As long as nothing is known of how many requests will come, as many as there were are expected.
int CappedThompsonPolicy::worthiest(const ContextState& state) const {
    const double best = state.best();
    const double beyond = state.beyondModel();
    const double setUp = state.setUp();
    const double expected = kExpectedRequests + static_cast<double>(state.clock);
    int chosen = -1;
    double most = 0;
    for (int i = 0; i < state.candidates(); ++i) {
        const Arm& arm = state.arm(i);
        if (i == state.incumbent || arm.settled() || !state.usable(i)) {
            continue;
        }
        const Prospect prospect(arm, beyond, setUp);
        const double worth =
            prospect.worth(best, options_.abortFactor, (1 - arm.failing) * expected);
        if (worth > most) {
            most = worth;
            chosen = i;
        }
    }
    return chosen >= 0 ? chosen : lookDue(state);
}

// Without the candidates that were tried once at most: the model has said of them what there is to
// say.
int CappedThompsonPolicy::lookDue(const ContextState& state) {
    for (int i = 0; i < state.candidates(); ++i) {
        if (state.arm(i).settled() && state.usable(i) && deservesALook(state, i)) {
            return i;
        }
    }
    return -1;
}

int CappedThompsonPolicy::mostPromisingUntested(const ContextState& state) {
    const double best = state.best();
    const double setUp = likelySetUp(state);
    int chosen = -1;
    for (int i = 0; i < state.candidates(); ++i) {
        const Arm& arm = state.arm(i);
        const bool open = (!arm.known() && arm.bound - setUp < best) || deservesALook(state, i) ||
                          deservesASecondTry(state, i);
        if (!open || !state.usable(i)) {
            continue;
        }
        const bool hopeless =
            arm.guess < kInfinity && arm.aborts == 0 && arm.guess > best + kHopeless;
        if (!hopeless && (chosen < 0 || rank(arm) < rank(state.arm(chosen)))) {
            chosen = i;
        }
    }
    return chosen;
}

int CappedThompsonPolicy::draw(const ContextState& state, Random& random) {
    const double variance = state.squares / state.weight;
    const double perRequest = 1 / (kRequestsToAge * state.candidates());
    const double best = state.best();
    double least = kInfinity;
    int chosen = state.incumbent;
    for (int i = 0; i < state.candidates(); ++i) {
        const Arm& arm = state.arm(i);
        // What the model says of candidates that were tried once at most, worthiest() has weighed.
        if (!state.usable(i) || (arm.modelled() && !arm.settled())) {
            continue;
        }
        const double age = static_cast<double>(state.clock - arm.lastOutcome) * perRequest;
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

bool CappedThompsonPolicy::affordable(const ContextState& state) const {
    const double free = kFreeTrials * state.candidates() * std::exp(state.best());
    return state.spentOnTrials <= options_.budget * state.spent + free;
}

}  // namespace strategies
