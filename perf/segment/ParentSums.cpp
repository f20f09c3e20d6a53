#include "ParentSums.hpp"

#include <algorithm>

#include "ProfileBuilder.hpp"

namespace gantry::perf {

bool raiseParents(std::vector<CallPathNode>& nodes, std::size_t metrics) {
    bool canAll = true;
    std::vector<MetricValues> inside(nodes.size());
    for (std::size_t i = nodes.size(); i-- > 0;) {
        CallPathNode& node = nodes[i];
        for (std::size_t m = 0; m < metrics; ++m) {
            node.inclusive[m] = std::max(node.inclusive[m], inside[i][m]);
            canAll = canAll && canBe(node.inclusive[m]);
            if (node.parent >= 0) {
                std::int64_t& sum = inside[static_cast<std::size_t>(node.parent)][m];
                sum = std::min(sum + node.inclusive[m], kMostSum);
            }
        }
    }
    return canAll;
}

}  // namespace gantry::perf
