#include <base/text/NumberText.hpp>
#include <perf/analysis/findings/Finding.hpp>

#include <array>

namespace gantry::perf {

namespace {

constexpr std::array kCollectiveWaits{WaitKind::Barrier, WaitKind::AllToAll,
                                      WaitKind::LateBroadcast, WaitKind::EarlyReduce,
                                      WaitKind::Scan};

double collectiveNs(const std::array<double, kWaitKinds>& waits) {
    double sum = 0;
    for (const WaitKind kind : kCollectiveWaits) {
        sum += waits.at(static_cast<std::size_t>(kind));
    }
    return sum;
}

std::optional<Finding> testSynchronization(const Evidence& evidence) {
    const TraceAnalysis* const trace = evidence.trace;
    if (trace == nullptr || (evidence.efficiency.sharesCores() && !trace->byCpu)) {
        return std::nullopt;
    }
    const ResampledGain gain = resampled(evidence, [](const RunReplica& run) {
        const double all = run.waitSum();
        return all > 0 && run.referenceNs > 0
                   ? run.serialNs() / run.referenceNs * collectiveNs(run.waits) / all
                   : 0;
    });
    const WaitRow* most = nullptr;
    for (const WaitRow& row : trace->waits) {
        const bool isCollective =
            row.kind != WaitKind::LateSender && row.kind != WaitKind::LateReceiver;
        if (isCollective && most == nullptr) {
            most = &row;
        }
    }
    if (most == nullptr) {
        return std::nullopt;
    }
    Finding finding;
    finding.title = "Ranks synchronize so often that each time they wait for the slowest one.";
    finding.setGain(gain);
    finding.where = most->path;
    finding.evidence = {"load balance over the whole run is " + shareText(trace->loadBalance) +
                            ", and still " + shareText(1 - trace->serialization) +
                            " of the time is lost to waiting: another rank is slow each time",
                        base::plural(trace->counts.collectives, "collective call") +
                            " a rank; most: " + std::string(waitName(most->kind)) + " of rank " +
                            std::to_string(most->rank) + ", " +
                            base::duration(static_cast<double>(most->timeNs) * 1e-9)};
    finding.advice =
        "Synchronize less often: exchange results every few steps, or with calls that do not block "
        "(MPI_Iallreduce), and compute meanwhile. Barriers that order nothing can go.";
    return finding;
}

}  // namespace

Hypothesis frequentSynchronization() {
    return {"frequentSynchronization", "Do ranks wait at barriers and other collective calls?",
            testSynchronization};
}

}  // namespace gantry::perf
