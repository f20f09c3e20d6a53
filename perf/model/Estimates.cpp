#include <perf/model/Estimates.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace gantry::perf {

namespace {

// Of the nodes directly below a node, and of the node itself.
struct Fit {
    double inside = 0;   // their values
    double floors = 0;   // what they are at least
    double floor = 0;    // what the node is at least
    double lowered = 0;  // the part of value - floor that those below lose
};

bool isEstimate(const CallPathNode& node) noexcept {
    return node.untimed > 0;
}

// Upwards: raise estimates to what is inside, and find the least that each can be. Downwards:
// lower those that are too much together, each by the same part of its slack.
void fit(std::vector<CallPathNode>& nodes, std::size_t metric, std::vector<Fit>& fits) {
    fits.assign(nodes.size(), {});
    for (std::size_t i = nodes.size(); i-- > 0;) {
        std::int64_t& value = nodes[i].inclusive[metric];
        Fit& own = fits[i];
        if (isEstimate(nodes[i])) {
            value = std::max(value, static_cast<std::int64_t>(own.inside));
            own.floor = own.floors;
        } else {
            own.floor = static_cast<double>(value);
        }
        if (nodes[i].parent >= 0) {
            Fit& above = fits[static_cast<std::size_t>(nodes[i].parent)];
            above.inside += static_cast<double>(value);
            above.floors += own.floor;
        }
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        std::int64_t& value = nodes[i].inclusive[metric];
        if (nodes[i].parent >= 0 && isEstimate(nodes[i])) {
            const double part = fits[static_cast<std::size_t>(nodes[i].parent)].lowered;
            const double less = (static_cast<double>(value) - fits[i].floor) * part;
            value -= static_cast<std::int64_t>(std::max(less, 0.0));
        }
        const double excess = fits[i].inside - static_cast<double>(value);
        const double slack = fits[i].inside - fits[i].floors;
        fits[i].lowered = excess > 0 && slack > 0 ? std::min(excess / slack, 1.0) : 0;
    }
}

}  // namespace

void fitEstimates(std::vector<CallPathNode>& nodes) {
    std::vector<Fit> fits;
    // Calls are left untimed with one metric only, so that no further places are set.
    for (std::size_t m = 0; m < MetricValues::kInPlace; ++m) {
        fit(nodes, m, fits);
    }
}

}  // namespace gantry::perf
