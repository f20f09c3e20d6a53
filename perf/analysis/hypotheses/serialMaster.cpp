#include <base/text/NumberText.hpp>
#include <perf/analysis/findings/Finding.hpp>

namespace gantry::perf {

namespace {

std::optional<Finding> testSerialMaster(const Evidence& evidence) {
    const TraceAnalysis* const trace = evidence.trace;
    if (trace == nullptr || trace->master < 0 ||
        (evidence.efficiency.sharesCores() && !trace->byCpu)) {
        return std::nullopt;
    }
    const ResampledGain gain = resampled(evidence, [](const RunReplica& run) {
        const double all = run.waitSum();
        return all > 0 && run.referenceNs > 0
                   ? run.serialNs() / run.referenceNs * run.masterNs / all
                   : 0;
    });
    double waited = 0;
    for (const WaitRow& row : trace->waits) {
        const bool isForMaster = row.kind == WaitKind::LateSender && row.cause == trace->master;
        waited += isForMaster ? static_cast<double>(row.timeNs) : 0;
    }
    const std::string master = "rank " + std::to_string(trace->master);
    Finding finding;
    finding.title = "The others wait for " + master + ", through which all messages go.";
    finding.setGain(gain);
    finding.where = master;
    finding.subject = master;
    finding.evidence = {"waits for " + master +
                        ", all ranks together: " + base::duration(waited * 1e-9)};
    finding.advice =
        "Hand out larger pieces of work, send the next one before the last is done, or let ranks "
        "find their own work, so that " +
        master + " does less for each piece.";
    return finding;
}

}  // namespace

Hypothesis serialMaster() {
    return {"serialMaster", "Does one rank serve all others one after another?", testSerialMaster};
}

}  // namespace gantry::perf
