#include <base/text/NumberText.hpp>
#include <perf/analysis/findings/Finding.hpp>

#include <algorithm>
#include <numeric>

namespace gantry::perf {

namespace {

double meanOf(const std::vector<double>& values) {
    return values.empty() ? 0
                          : std::accumulate(values.begin(), values.end(), 0.0) /
                                static_cast<double>(values.size());
}

std::string mostDelayed(const TraceAnalysis& trace, std::int64_t rank) {
    for (const PlaceRow& row : trace.critical) {
        if (row.rank == rank && row.path.find("MPI_") == std::string::npos) {
            return row.path;
        }
    }
    return {};
}

Finding imbalanceOf(const Evidence& evidence, const std::vector<double>& useful,
                    const ResampledGain& gain) {
    const auto greatest = std::max_element(useful.begin(), useful.end());
    const auto place = static_cast<std::size_t>(greatest - useful.begin());
    const std::int64_t rank = evidence.trace != nullptr
                                  ? evidence.trace->ranks[place]
                                  : evidence.efficiency.whole.ranks[place].rank;
    Finding finding;
    finding.title = "Rank " + std::to_string(rank) + " computes more than the others.";
    finding.setGain(gain);
    finding.where = "rank " + std::to_string(rank);
    if (evidence.trace != nullptr) {
        if (const std::string path = mostDelayed(*evidence.trace, rank); !path.empty()) {
            finding.where += ", " + path;
        }
    }
    finding.evidence = {"useful time: rank " + std::to_string(rank) + " " +
                        base::duration(*greatest * 1e-9) + ", mean " +
                        base::duration(meanOf(useful) * 1e-9) + ", least " +
                        base::duration(*std::min_element(useful.begin(), useful.end()) * 1e-9)};
    finding.advice =
        "Divide the work so that all ranks take equally long; if the cost of a piece is not known "
        "in advance, assign smaller pieces to the next free rank.";
    finding.noise = noiseOf(evidence);
    if (evidence.efficiency.sharesCores()) {
        finding.limit = "Ranks shared cores here: the gain is that of a core for each rank.";
        finding.repetition =
            "Equal work that uses memory takes unequal CPU times on them: repeat the run; a real "
            "imbalance is at the same rank each time.";
    }
    return finding;
}

std::optional<Finding> testImbalance(const Evidence& evidence) {
    if (evidence.efficiency.ranks < 2) {
        return std::nullopt;
    }
    const bool shared = evidence.efficiency.sharesCores();
    if (evidence.trace != nullptr && (!shared || evidence.trace->byCpu)) {
        const ResampledGain gain = resampled(evidence, [](const RunReplica& run) {
            return run.referenceNs > 0 ? (run.greatest() - run.mean()) / run.referenceNs : 0;
        });
        Finding finding = imbalanceOf(evidence, evidence.trace->useful, gain);
        finding.workers = workersOf(*evidence.trace);
        return finding;
    }
    if (shared && !evidence.efficiency.hasCpu) {
        return std::nullopt;  // wall time would accuse ranks that had no core
    }
    std::vector<double> useful;
    for (const RankWork& work : evidence.efficiency.whole.ranks) {
        useful.push_back(shared ? work.cpu : work.useful);
    }
    const double greatest = *std::max_element(useful.begin(), useful.end());
    // With shared cores the time of the run is not that of its longest rank alone.
    const double length = shared ? greatest : evidence.efficiency.whole.factors.timeNs;
    const ResampledGain gain = resampledProfile(evidence, [length](const std::vector<double>& of) {
        return length > 0 ? (*std::max_element(of.begin(), of.end()) - meanOf(of)) / length : 0;
    });
    Evidence without = evidence;
    without.trace = nullptr;
    Finding finding = imbalanceOf(without, useful, gain);
    for (std::size_t i = 0; i < useful.size() && length > 0; ++i) {
        const std::int32_t rank = evidence.efficiency.whole.ranks[i].rank;
        finding.workers.push_back({"rank " + std::to_string(rank), useful[i] / length, 0});
    }
    return finding;
}

}  // namespace

Hypothesis loadImbalance() {
    return {"loadImbalance", "Does one rank compute more than the others?", testImbalance};
}

}  // namespace gantry::perf
