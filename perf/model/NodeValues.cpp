#include <perf/model/Flat.hpp>
#include <perf/model/NodeValues.hpp>
#include <perf/model/Overhead.hpp>

#include <cstddef>

namespace gantry::perf {

std::vector<NodeValues> nodeValues(const Profile& profile, const ThreadProfile& thread) {
    const std::vector<MetricValues> exclusive = exclusiveValues(thread);
    const std::vector<MetricValues> ofEstimates = exclusiveErrors(thread);
    const OverheadErrors ofOverhead = overheadErrors(profile, thread);
    std::vector<NodeValues> values(thread.nodes.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const CallPathNode& node = thread.nodes[i];
        values[i] = {node.inclusive, exclusive[i], node.error, ofEstimates[i]};
        values[i].inclusiveError += ofOverhead.inclusive[i];
        values[i].exclusiveError += ofOverhead.exclusive[i];
    }
    return values;
}

void addError(MetricValues& sum, const MetricValues& errors) {
    for (std::size_t m = 0; m < MetricValues::kInPlace; ++m) {
        sum[m] = errorOfSum(sum[m], errors[m]);
    }
}

}  // namespace gantry::perf
