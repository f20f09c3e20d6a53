#include <base/text/NumberText.hpp>
#include <perf/analysis/findings/Finding.hpp>
#include <perf/analysis/findings/MessageShares.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gantry::perf {

namespace {

// On shared cores a rank that waits gives its core away, so that each meeting costs switches
// between ranks. They cannot take more than what the cores did not compute. A run beside other
// programs is longer than its work and its switches; that time is nobody's gain.
ResampledGain gainOnSharedCores(const Evidence& evidence) {
    const TraceAnalysis& trace = *evidence.trace;
    const MessageCosts costs =
        evidence.machine.messageCosts(static_cast<std::uint32_t>(trace.ranks.size()), true);
    const CallCounts& counts = trace.counts;
    const double calls =
        static_cast<double>(counts.sends - counts.combinable) * (costs.call.ns + costs.latency.ns) +
        static_cast<double>(counts.messages) * costs.call.ns +
        static_cast<double>(counts.collectives) * costs.barrier.ns;
    const double useful = std::accumulate(trace.useful.begin(), trace.useful.end(), 0.0);
    const double computing = useful / evidence.efficiency.cores;
    const auto gainOf = [&](double factor) {
        const double length = std::min(trace.lengthNs, computing + factor * calls);
        return length > 0 ? std::max(0.0, std::min(1 - computing / length, factor * calls / length))
                          : 0;
    };
    const double spread = std::max(costs.latency.spread, costs.barrier.spread);
    std::normal_distribution<double> normal;
    return resampledGain(evidence, gainOf(1), [&](std::mt19937_64& random) {
        return gainOf(std::exp(spread * normal(random)));
    });
}

ResampledGain gainOf(const Evidence& evidence, const MessageShares& shares) {
    if (evidence.efficiency.oversubscribed() && evidence.trace->byCpu) {
        return gainOnSharedCores(evidence);
    }
    return resampled(evidence, [&](const RunReplica& run) {
        return shares.gain(run.costFactor, 1 - shares.combinable);
    });
}

std::optional<Finding> testFineGrain(const Evidence& evidence) {
    if (evidence.trace == nullptr || evidence.efficiency.ranks < 2) {
        return std::nullopt;
    }
    const MessageShares shares = messageShares(evidence);
    const ResampledGain gain = gainOf(evidence, shares);
    const TraceAnalysis& trace = *evidence.trace;
    const double useful = *std::max_element(trace.useful.begin(), trace.useful.end());
    const auto calls = static_cast<double>(std::max<std::uint64_t>(
        1, trace.counts.sends + trace.counts.messages + trace.counts.collectives));
    const MessageCosts costs = evidence.machine.messageCosts(
        static_cast<std::uint32_t>(trace.ranks.size()), evidence.efficiency.oversubscribed());
    Finding finding;
    finding.title = "Pieces of work are small against the communication between them.";
    finding.setGain(gain);
    finding.where = "rank " + std::to_string(trace.counts.rank) +
                    (trace.counts.path.empty() ? "" : ", " + trace.counts.path);
    finding.evidence = {
        base::count(static_cast<std::uint64_t>(calls)) + " messages and collective calls, with " +
            base::duration(useful / calls * 1e-9) + " of computing between two of them",
        "a message needs " + base::duration(costs.latency.ns * 1e-9) + ", a barrier " +
            base::duration(costs.barrier.ns * 1e-9) +
            (evidence.machine.isDefault() ? " (default, not calibrated)" : "")};
    finding.advice =
        "Make the tasks coarser: give each rank a block of rows or columns, and exchange once for "
        "a block.";
    if (evidence.efficiency.oversubscribed()) {
        finding.limit =
            "Ranks shared cores, where each synchronization costs a switch between ranks: with a "
            "core "
            "for each rank the gain is smaller.";
    }
    return finding;
}

}  // namespace

Hypothesis fineGrain() {
    return {"fineGrain", "Is there enough work between two communications?", testFineGrain};
}

}  // namespace gantry::perf
