#include <base/text/NumberText.hpp>
#include <perf/analysis/findings/Finding.hpp>
#include <perf/analysis/findings/MessageShares.hpp>

#include <algorithm>

namespace gantry::perf {

namespace {

std::optional<Finding> testFineGrain(const Evidence& evidence) {
    if (evidence.trace == nullptr || evidence.efficiency.ranks < 2) {
        return std::nullopt;
    }
    const MessageShares shares = messageShares(evidence);
    const ResampledGain gain = resampled(evidence, [&](const RunReplica& run) {
        return shares.gain(run.costFactor, 1 - shares.combinable);
    });
    const TraceAnalysis& trace = *evidence.trace;
    const double useful = *std::max_element(trace.useful.begin(), trace.useful.end());
    const auto calls = static_cast<double>(std::max<std::uint64_t>(
        1, trace.counts.sends + trace.counts.messages + trace.counts.collectives));
    Finding finding;
    finding.title = "Pieces of work are small against the communication between them.";
    finding.gain = gain.gain;
    finding.gainLow = gain.low;
    finding.gainHigh = gain.high;
    finding.confidence = gain.confidence;
    finding.where = "rank " + std::to_string(trace.counts.rank) +
                    (trace.counts.path.empty() ? "" : ", " + trace.counts.path);
    finding.evidence = {
        base::count(static_cast<std::uint64_t>(calls)) + " messages and collective calls, with " +
            base::duration(useful / calls * 1e-9) + " of computing between two of them",
        "a message needs " + base::duration(shares.latencyNs * 1e-9) + ", a barrier " +
            base::duration(shares.barrierNs * 1e-9) +
            (evidence.machine.isDefault() ? " (default, not calibrated)" : "")};
    finding.advice =
        "Make the tasks coarser: give each rank a block of rows or columns, and exchange once for "
        "a block.";
    return finding;
}

}  // namespace

Hypothesis fineGrain() {
    return {"fineGrain", "Is there enough work between two communications?", testFineGrain};
}

}  // namespace gantry::perf
