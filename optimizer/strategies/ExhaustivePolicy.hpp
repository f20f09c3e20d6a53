#pragma once

#include "Policy.hpp"

namespace strategies {

/// Every candidate that many times, without a limit; from then on the one with the lowest mean.
class ExhaustivePolicy final : public Policy {
public:
    explicit ExhaustivePolicy(std::int64_t repetitions) : repetitions_(repetitions) {}

    Pick pick(const Request& request) const override {
        const ContextState& cell = request.cell;
        int chosen = -1;
        for (int i = 0; i < cell.candidates(); ++i) {
            const Arm& arm = cell.arm(i);
            const bool open = arm.finished + arm.failed < repetitions_ && cell.usable(i);
            if (open && (chosen < 0 || arm.finished < cell.arm(chosen).finished)) {
                chosen = i;
            }
        }
        if (chosen >= 0) {
            return {chosen, kInfinity, tuning::Reason::Untested,
                    cell.incumbent == chosen ? -1 : cell.incumbent};
        }
        return pickIncumbent(cell);
    }

private:
    std::int64_t repetitions_;
};

}  // namespace strategies
