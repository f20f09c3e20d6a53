#include <base/text/NumberText.hpp>
#include <perf/analysis/findings/Finding.hpp>

namespace gantry::perf {

namespace {

constexpr auto kLateSender = static_cast<std::size_t>(WaitKind::LateSender);

const WaitRow* largestOf(const TraceAnalysis& trace, WaitKind kind) {
    for (const WaitRow& row : trace.waits) {
        if (row.kind == kind) {
            return &row;
        }
    }
    return nullptr;
}

std::optional<Finding> testLateSender(const Evidence& evidence) {
    const TraceAnalysis* const trace = evidence.trace;
    if (trace == nullptr || (evidence.efficiency.sharesCores() && !trace->byCpu)) {
        return std::nullopt;
    }
    const WaitRow* const row = largestOf(*trace, WaitKind::LateSender);
    if (row == nullptr) {
        return std::nullopt;
    }
    // Of what is lost beyond imbalance, the part of these waits; those of a master are another
    // finding.
    const ResampledGain gain = resampled(evidence, [](const RunReplica& run) {
        const double all = run.waitSum();
        const double own = run.waits[kLateSender] - run.masterNs;
        return all > 0 && run.referenceNs > 0 ? run.serialNs() / run.referenceNs * own / all : 0;
    });
    Finding finding;
    finding.title = "Ranks wait in receives for messages that are sent late.";
    finding.setGain(gain);
    finding.where = "rank " + std::to_string(row->rank) + ", " + row->path;
    finding.evidence = {"rank " + std::to_string(row->rank) + " waited " +
                            base::duration(static_cast<double>(row->timeNs) * 1e-9) + " for rank " +
                            std::to_string(row->cause) + " in " + base::plural(row->count, "call"),
                        "all ranks together: " +
                            base::duration(static_cast<double>(trace->waitNs[kLateSender]) * 1e-9)};
    for (const PlaceRow& delay : trace->delays) {
        if (delay.rank == row->cause) {
            finding.evidence.push_back("the sender was late by what it did in " + delay.path);
            break;
        }
    }
    finding.advice =
        "Send as soon as the data are there, post receives early (MPI_Irecv) and compute what does "
        "not need them before waiting.";
    return finding;
}

}  // namespace

Hypothesis lateSender() {
    return {"lateSender", "Do ranks wait for messages that are sent late?", testLateSender};
}

}  // namespace gantry::perf
