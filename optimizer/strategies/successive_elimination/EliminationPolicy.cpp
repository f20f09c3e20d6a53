#include "EliminationPolicy.hpp"

#include <cmath>

namespace strategies {

Pick EliminationPolicy::pick(const Request& request) const {
    const ContextState& state = request.state;
    int chosen = -1;
    int left = 0;
    for (int i = 0; i < state.candidates(); ++i) {
        const Arm& arm = state.arm(i);
        if (arm.eliminated || !state.usable(i)) {
            continue;
        }
        ++left;
        if (chosen < 0 || arm.lastOutcome < state.arm(chosen).lastOutcome) {
            chosen = i;
        }
    }
    if (left <= 1 || chosen == state.incumbent) {
        return pickIncumbent(state);
    }
    return {chosen, kInfinity,
            state.arm(chosen).known() ? tuning::Reason::Exploration : tuning::Reason::Untested,
            state.incumbent};
}

void EliminationPolicy::update(ContextState& state) const {
    if (state.incumbent < 0) {
        return;
    }
    const Arm& best = state.arm(state.incumbent);
    for (Arm& arm : state.arms) {
        if (&arm != &best && arm.known() && best.known()) {
            arm.eliminated =
                arm.eliminated || arm.mean - error(state, arm) > best.mean + error(state, best);
        }
    }
}

// A confidence sequence by a union bound over the calls: it holds at any time.
double EliminationPolicy::error(const ContextState& state, const Arm& arm) const {
    const auto candidates = static_cast<double>(state.candidates());
    const double n = arm.count;
    return state.spread() *
           std::sqrt(2 * std::log(candidates * 2 * n * (n + 1) / (1 - confidence_)) / n);
}

}  // namespace strategies
