#include "decide.hpp"

namespace strategies {
namespace {

// When none is usable: the one whose last outcome is the oldest.
int longestWithoutOutcome(const ContextState& state) {
    int chosen = 0;
    for (int i = 1; i < state.candidates(); ++i) {
        if (state.arm(i).lastOutcome < state.arm(chosen).lastOutcome) {
            chosen = i;
        }
    }
    return chosen;
}

bool anyUsable(const ContextState& state) {
    for (int i = 0; i < state.candidates(); ++i) {
        if (state.usable(i)) {
            return true;
        }
    }
    return false;
}

}  // namespace

Pick decide(const Policy& policy, const Request& request) {
    ContextState& state = request.state;
    // The clock counts requests, not seconds, so that the same requests give the same choices.
    state.tick();
    Pick pick;
    // All are in quarantine, and the request must be served.
    if (policy.avoidsFailures() && !anyUsable(state)) {
        pick = {longestWithoutOutcome(state), kInfinity, tuning::Reason::LastResort};
    } else {
        pick = policy.pick(request);
    }
    // A limit that cannot be enforced would only make a late result a failure.
    if (!state.arm(pick.candidate).abortable && pick.limit > 0) {
        pick.limit = kInfinity;
    }
    return pick;
}

}  // namespace strategies
