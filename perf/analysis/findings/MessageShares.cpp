#include <perf/analysis/findings/MessageShares.hpp>

#include <algorithm>

namespace gantry::perf {

MessageShares messageShares(const Evidence& evidence) {
    const TraceAnalysis& trace = *evidence.trace;
    const MessageCosts costs =
        evidence.machine.messageCosts(static_cast<std::uint32_t>(trace.ranks.size()), false);
    MessageShares shares;
    shares.callNs = costs.call.ns;
    shares.latencyNs = costs.latency.ns;
    shares.barrierNs = costs.barrier.ns;
    shares.countNs = std::max(0.0, trace.countNs - trace.idealNs);
    shares.restNs = std::max(0.0, trace.referenceNs() - shares.countNs);
    const CallCounts& counts = trace.counts;
    // A message that follows another one is in the shadow of its latency; a lonely one is not.
    const double combinable = static_cast<double>(counts.combinable) * costs.call.ns;
    const double others =
        static_cast<double>(counts.sends - counts.combinable) * (costs.call.ns + costs.latency.ns) +
        static_cast<double>(counts.collectives) * costs.barrier.ns;
    shares.combinable = combinable + others > 0 ? combinable / (combinable + others) : 0;
    return shares;
}

}  // namespace gantry::perf
