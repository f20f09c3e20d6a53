#include "EliminationPolicy.hpp"

#include <cmath>

namespace strategies {

Pick EliminationPolicy::pick(const Request& request) const {
    const ContextState& cell = request.cell;
    int chosen = -1;
    int left = 0;
    for (int i = 0; i < cell.candidates(); ++i) {
        const Arm& arm = cell.arm(i);
        if (arm.eliminated || !cell.usable(i)) {
            continue;
        }
        ++left;
        if (chosen < 0 || arm.lastTold < cell.arm(chosen).lastTold) {
            chosen = i;
        }
    }
    if (left <= 1 || chosen == cell.incumbent) {
        return pickIncumbent(cell);
    }
    return {chosen, kInfinity,
            cell.arm(chosen).known() ? tuning::Reason::Exploration : tuning::Reason::Untested,
            cell.incumbent};
}

void EliminationPolicy::told(ContextState& cell) const {
    if (cell.incumbent < 0) {
        return;
    }
    const Arm& best = cell.arm(cell.incumbent);
    for (Arm& arm : cell.arms) {
        if (&arm != &best && arm.known() && best.known()) {
            arm.eliminated =
                arm.eliminated || arm.mean - error(cell, arm) > best.mean + error(cell, best);
        }
    }
}

// A confidence sequence by a union over the calls: it holds whenever one looks.
double EliminationPolicy::error(const ContextState& cell, const Arm& arm) const {
    const auto candidates = static_cast<double>(cell.candidates());
    const double n = arm.count;
    return cell.spread() *
           std::sqrt(2 * std::log(candidates * 2 * n * (n + 1) / (1 - confidence_)) / n);
}

}  // namespace strategies
