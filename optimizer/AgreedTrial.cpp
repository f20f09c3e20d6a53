#include "AgreedTrial.hpp"

namespace optimizer {

tuning::Trial agreeOnTrial(parallel::Upcalls& ranks, const tuning::Trial& trial) {
    if (ranks.getSize() == 1) {
        return trial;
    }
    tuning::Trial agreed = trial;
    const sidl::array<double> worst =
        ranks.reduceMaximum({trial.seconds, trial.error, trial.accurate ? 0.0 : 1.0,
                             trial.failure.empty() ? 0.0 : 1.0, trial.spread});
    agreed.seconds = worst[0];
    agreed.spread = worst[4];
    agreed.error = worst[1];
    agreed.accurate = worst[2] == 0;
    if (worst[3] != 0 && trial.failure.empty()) {
        agreed.failure = "it failed on another rank";
    }
    return agreed;
}

}  // namespace optimizer
