#include <base/text/NumberText.hpp>
#include <perf/analysis/findings/Finding.hpp>
#include <perf/analysis/findings/MessageShares.hpp>

namespace gantry::perf {

namespace {

std::optional<Finding> testSmallMessages(const Evidence& evidence) {
    if (evidence.trace == nullptr || evidence.trace->counts.combinable == 0) {
        return std::nullopt;
    }
    const MessageShares shares = messageShares(evidence);
    const ResampledGain gain = resampled(evidence, [&](const RunReplica& run) {
        return shares.gain(run.costFactor, shares.combinable);
    });
    const CallCounts& counts = evidence.trace->counts;
    const auto messages = static_cast<double>(counts.sends + counts.messages);
    Finding finding;
    finding.title = "Many small messages go to the same rank, one after the other.";
    finding.setGain(gain);
    finding.where =
        "rank " + std::to_string(counts.rank) + (counts.path.empty() ? "" : ", " + counts.path);
    finding.evidence = {
        "rank " + std::to_string(counts.rank) + " sends " + base::plural(counts.sends, "message") +
            ", " + base::count(counts.combinable) + " of them directly after one to the same rank",
        "mean size " + base::quantity(counts.bytes / std::max(1.0, messages), "B") +
            "; a message costs " + base::duration(shares.callNs * 1e-9) +
            " on each side, whatever its size" +
            (evidence.machine.isDefault() ? " (default, not calibrated)" : "")};
    finding.advice =
        "Collect what goes to one rank and send it as one message, for example a block of values "
        "in place of each value.";
    return finding;
}

}  // namespace

Hypothesis smallMessages() {
    return {"smallMessages", "Would fewer and larger messages do?", testSmallMessages};
}

}  // namespace gantry::perf
