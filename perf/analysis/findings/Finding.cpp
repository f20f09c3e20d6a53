#include <base/text/NumberText.hpp>
#include <perf/analysis/findings/Finding.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <random>
#include <utility>

#include "Resampling.hpp"

namespace gantry::perf {

namespace {

void addStep(RunReplica& replica, const RunStep& step) {
    replica.lengthNs += step.lengthNs;
    replica.masterNs += step.masterNs;
    for (std::size_t i = 0; i < step.useful.size(); ++i) {
        replica.useful[i] += step.useful[i];
    }
    for (std::size_t i = 0; i < kWaitKinds; ++i) {
        replica.waits.at(i) += step.waits.at(i);
    }
}

RunReplica emptyReplica(const TraceAnalysis& trace) {
    RunReplica replica;
    replica.useful.resize(trace.useful.size());
    return replica;
}

// The reference grows and shrinks with the replayed length.
void setReference(RunReplica& replica, const TraceAnalysis& trace) {
    replica.referenceNs =
        trace.idealNs > 0 ? trace.referenceNs() * replica.lengthNs / trace.idealNs : 0;
}

double costSpread(const Evidence& evidence) {
    const MessageCosts costs = evidence.machine.messageCosts(
        static_cast<std::uint32_t>(evidence.trace->ranks.size()), false);
    return std::max({costs.call.spread, costs.latency.spread, costs.barrier.spread});
}

}  // namespace

// Ranks that share cores disturb each other: on two hardware threads of one core the processor time
// of four ranks with equal work differed by up to 26 % (examples/bottlenecks/cramer.c). That is as
// much as a real imbalance, so no limit separates the two; the one for cores that only the ranks
// share was chosen on 117 labelled runs on an idle machine (docs/decisions/0159). Beside programs
// that keep all cores busy, the imbalance of 104 runs was off by 0.2 % of the run time in the
// median, by 1.2 % in the root mean square (bench/analysis/labelled_runs).
double noiseOf(const Evidence& evidence) {
    constexpr double kSharedNoise = 0.05;
    constexpr double kBusyNoise = 0.02;
    const RunEfficiency& run = evidence.efficiency;
    const double shared = !run.sharesCores() ? 0 : run.coresBusy() ? kBusyNoise : kSharedNoise;
    return std::max(evidence.machine.noise, shared);
}

double RunReplica::greatest() const {
    return useful.empty() ? 0 : *std::max_element(useful.begin(), useful.end());
}

double RunReplica::mean() const {
    return useful.empty() ? 0
                          : std::accumulate(useful.begin(), useful.end(), 0.0) /
                                static_cast<double>(useful.size());
}

double RunReplica::waitSum() const {
    return std::accumulate(waits.begin(), waits.end(), 0.0);
}

double RunReplica::serialNs() const {
    return std::max(0.0, lengthNs - greatest());
}

ResampledGain resampled(const Evidence& evidence,
                        const std::function<double(const RunReplica&)>& gain) {
    const TraceAnalysis& trace = *evidence.trace;
    RunReplica asItWas = emptyReplica(trace);
    for (const RunStep& step : trace.steps) {
        addStep(asItWas, step);
    }
    setReference(asItWas, trace);
    std::mt19937_64 random(kSeed);
    std::normal_distribution<double> normal;
    std::uniform_int_distribution<std::size_t> choice(0, trace.steps.size() - 1);
    const double spread = costSpread(evidence);
    const double noise = noiseOf(evidence);
    std::vector<double> gains;
    gains.reserve(kReplicas);
    for (int i = 0; i < kReplicas; ++i) {
        RunReplica replica = emptyReplica(trace);
        if (trace.steps.size() >= kFewestSteps) {
            for (std::size_t step = 0; step < trace.steps.size(); ++step) {
                addStep(replica, trace.steps[choice(random)]);
            }
            // Which ranks share a core is the same in all steps: their number says nothing of it.
            if (evidence.efficiency.sharesCores()) {
                replica.useful = plausible(replica.useful, noise, random);
            }
        } else {
            replica = asItWas;
            replica.useful = plausible(asItWas.useful, noise, random);
            replica.lengthNs = replica.greatest() + asItWas.serialNs();
        }
        setReference(replica, trace);
        replica.costFactor = std::exp(spread * normal(random));
        gains.push_back(gain(replica));
    }
    return summary(gain(asItWas), std::move(gains), evidence.least);
}

ResampledGain resampledProfile(const Evidence& evidence,
                               const std::function<double(const std::vector<double>&)>& gain) {
    const RunEfficiency& run = evidence.efficiency;
    const bool byCpu = run.sharesCores() && run.hasCpu;
    std::vector<double> useful;
    for (const RankWork& work : run.whole.ranks) {
        useful.push_back(byCpu ? work.cpu : work.useful);
    }
    const double noise = noiseOf(evidence);
    return resampledGain(evidence, gain(useful), [&](std::mt19937_64& random) {
        // The number that chose among repetitions: so the same profile keeps its confidence.
        random.discard(1);
        return gain(plausible(useful, noise, random));
    });
}

ResampledGain resampledWork(const Evidence& evidence, const std::vector<double>& work,
                            const std::function<double(const std::vector<double>&)>& gain) {
    const double noise = noiseOf(evidence);
    return resampledGain(evidence, gain(work), [&](std::mt19937_64& random) {
        return gain(plausible(work, noise, random));
    });
}

ResampledGain resampledGain(const Evidence& evidence, double gain,
                            const std::function<double(std::mt19937_64&)>& replica) {
    std::mt19937_64 random(kSeed);
    std::vector<double> gains;
    gains.reserve(kReplicas);
    for (int i = 0; i < kReplicas; ++i) {
        gains.push_back(replica(random));
    }
    return summary(gain, std::move(gains), evidence.least);
}

std::string Finding::limits() const {
    return limit + (limit.empty() || repetition.empty() ? "" : " ") + repetition;
}

void Finding::setGain(ResampledGain resampled) {
    gain = resampled.gain;
    gainLow = resampled.low;
    gainHigh = resampled.high;
    confidence = resampled.confidence;
    gains = std::move(resampled.gains);
}

std::vector<Finding> testedHypotheses(const Evidence& evidence) {
    std::vector<Finding> tested;
    if (isTooShort(evidence)) {
        return tested;
    }
    for (const Hypothesis& hypothesis : hypotheses()) {
        if (std::optional<Finding> finding = hypothesis.test(evidence)) {
            finding->hypothesis = hypothesis.name;
            tested.push_back(*std::move(finding));
        }
    }
    return tested;
}

bool isReported(const Finding& finding, double least) {
    constexpr double kSure = 0.8;
    // Also refuses what is not a number.
    return finding.gain >= least && finding.confidence >= kSure;
}

std::vector<Finding> reportedOf(const std::vector<Finding>& tested, double least) {
    std::vector<Finding> found;
    std::copy_if(tested.begin(), tested.end(), std::back_inserter(found),
                 [least](const Finding& finding) { return isReported(finding, least); });
    std::stable_sort(found.begin(), found.end(),
                     [](const Finding& a, const Finding& b) { return a.gain > b.gain; });
    return found;
}

std::vector<Finding> findingsOf(const Evidence& evidence) {
    return reportedOf(testedHypotheses(evidence), evidence.least);
}

bool isTooShort(const Evidence& evidence) {
    constexpr double kShortestNs = 5e6;
    return evidence.trace != nullptr && evidence.trace->idealNs < kShortestNs;
}

std::string shareText(double share) {
    return base::share(share, 1);
}

}  // namespace gantry::perf
