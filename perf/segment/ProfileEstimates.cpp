#include <perf/model/Estimates.hpp>
#include <perf/model/Overhead.hpp>

#include <algorithm>
#include <cmath>

#include "ProfileBuilder.hpp"

// The part of ProfileBuilder that takes in calls that were counted only.

namespace gantry::perf {

void ProfileBuilder::addSamples(ThreadProfile& thread, const ThreadCapture& capture) {
    for (const ThreadCapture::Sample& sample : capture.samples) {
        CallPathNode& node = thread.nodes[sample.node];
        node.running = node.running || sample.runsUntimed;
        node.untimed = sample.untimed;
        const std::int64_t bound = unitsOf(sample.bound, metrics_.front().unitsPerTick);
        reading_.damaged += canBe(bound) ? 0 : 1;
        node.error[0] = sample.untimed == 0 ? 0 : canBe(bound) ? bound + 1 : kMostValue;
    }
    if (!capture.samples.empty()) {
        fitEstimates(thread.nodes);
    }
}

// The samples show by how much calls differ. By how much all of them are off because it is not
// known exactly what timing adds, the facts say.
void ProfileBuilder::widenBounds() {
    const double error = overheadError(reading_.profile)[0];
    for (ThreadProfile& thread : reading_.profile.threads) {
        for (CallPathNode& node : thread.nodes) {
            const double more = std::ceil(static_cast<double>(node.untimed) * error);
            const double wide = static_cast<double>(node.error[0]) + more;
            node.error[0] =
                node.untimed == 0
                    ? node.error[0]
                    : static_cast<std::int64_t>(std::min(wide, static_cast<double>(kMostValue)));
        }
    }
}

}  // namespace gantry::perf
