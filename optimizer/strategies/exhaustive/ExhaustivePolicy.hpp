#pragma once

#include "Policy.hpp"

namespace strategies {

/// Exhaustive search: every candidate that many times, without a limit; from then on the one with
/// the lowest mean.
class ExhaustivePolicy final : public Policy {
public:
    /// At least 1.
    explicit ExhaustivePolicy(std::int64_t repetitions) : repetitions_(repetitions) {}

    /// The usable candidate with the fewest completed calls, while one has less than the
    /// repetitions.
    Pick pick(const Request& request) const override {
        const ContextState& state = request.state;
        int chosen = -1;
        for (int i = 0; i < state.candidates(); ++i) {
            const Arm& arm = state.arm(i);
            const bool open = arm.finished + arm.failed < repetitions_ && state.usable(i);
            if (open && (chosen < 0 || arm.finished < state.arm(chosen).finished)) {
                chosen = i;
            }
        }
        if (chosen >= 0) {
            return {chosen, kInfinity, tuning::Reason::Untested,
                    state.incumbent == chosen ? -1 : state.incumbent};
        }
        return pickIncumbent(state);
    }

private:
    std::int64_t repetitions_;
};

}  // namespace strategies
