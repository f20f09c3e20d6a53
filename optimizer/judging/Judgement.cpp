#include "Judgement.hpp"

#include <cmath>
#include <cstdint>

#include "judge.hpp"

namespace optimizer {

void agree(parallel::Upcalls* ranks, Judgement& judgement) {
    // Collective: all ranks come here for the same call, or none.
    if (ranks == nullptr || ranks->getSize() == 1) {
        return;
    }
    // NaN has no place in a maximum: MPI does not say what it gives.
    constexpr double kNotVerified = -1;
    std::vector<double> packed = judgement.figures;
    packed.push_back(static_cast<double>(judgement.status));
    packed.push_back(std::isnan(judgement.quality) ? kNotVerified : judgement.quality);
    // One reduction for all: figures, status and quality.
    const auto largest = ranks->reduceMaximum(sidl::array<double>(packed));
    const auto count = static_cast<int>(judgement.figures.size());
    for (int i = 0; i < count; ++i) {
        judgement.figures[static_cast<std::size_t>(i)] = largest[i];
    }
    // The statuses are numbered from good to bad, so the largest is the worst.
    judgement.status = static_cast<tuning::Status>(static_cast<std::int32_t>(largest[count]));
    judgement.quality = largest[count + 1] == kNotVerified ? std::nan("") : largest[count + 1];
}

tuning::Trial agreeOnTrial(parallel::Upcalls* ranks, const tuning::Trial& trial) {
    const double inaccurate = trial.accurate ? 0 : 1;
    const double failed = trial.failure.empty() ? 0 : 1;
    // The slowest and the least accurate rank decide for all.
    Judgement judgement{statusOf(trial),
                        std::nan(""),
                        {trial.seconds, trial.error, inaccurate, failed, trial.spread, trial.cost}};
    agree(ranks, judgement);
    tuning::Trial agreed = trial;
    agreed.seconds = judgement.figures[0];
    agreed.error = judgement.figures[1];
    agreed.accurate = judgement.figures[2] == 0;
    agreed.spread = judgement.figures[4];
    agreed.cost = judgement.figures[5];
    if (judgement.figures[3] != 0 && trial.failure.empty()) {
        // A rank that failed itself keeps its own reason.
        agreed.failure = "it failed on another rank";
    }
    return agreed;
}

}  // namespace optimizer
