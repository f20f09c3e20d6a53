#include "recall.hpp"

#include <algorithm>
#include <cmath>

namespace strategies {
namespace {

constexpr double kWeek = 7 * 24 * 3600.0;
// In a week the spread doubles; and the largest number of earlier calls that count.
constexpr double kMostSpread = 1;

}  // namespace

bool isSound(const tuning::Learned& known) {
    const bool figures = std::isfinite(known.cost) && known.cost >= 0 &&
                         std::isfinite(known.spread) && known.spread >= 0 &&
                         std::isfinite(known.bound) && known.bound >= 0 && known.age >= 0 &&
                         known.calls >= 0 && known.failures >= 0;
    // A cost without calls, or the other way round, would be taken for knowledge.
    return figures && (known.cost > 0) == (known.calls > 0) &&
           known.featureNames.size() == known.features.size();
}

// Names and values have the same length: isSound() has checked it.
Features featuresOf(const tuning::Learned& known) {
    Features features;
    const std::vector<std::string> names = known.featureNames.toVector();
    const std::vector<double> values = known.features.toVector();
    for (std::size_t i = 0; i < names.size(); ++i) {
        features.emplace_back(names[i], values[i]);
    }
    return features;
}

void recall(ContextState& state, Arm& arm, const tuning::Learned& known) {
    if (known.calls > 0) {
        // Costs are compared as logarithms: their errors are relative, and a factor of two counts
        // the same for short and long calls.
        arm.mean = std::log(known.cost);
        arm.count = 1;
        arm.recalled = true;
        const double spread = std::min(known.spread * (1 + known.age / kWeek), kMostSpread);
        // An old estimate is worth less, so its spread is taken for larger.
        state.squares += spread * spread;
        state.weight += 1;
    }
    // For the cost model; the quarantine of a failure does not outlast its run.
    arm.failedBefore = known.failures > 0;
    if (known.bound > 0) {
        arm.bound = std::log(known.bound);
        // A bound without calls counts as one call that was ended.
        arm.aborts = 1;
    }
}

}  // namespace strategies
