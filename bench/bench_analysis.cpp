// How right findings, comparisons and gates are on generated runs whose truth is known, and how
// fast a large trace is analyzed. In time of the processor.

#include <perf/analysis/findings/RepeatedRuns.hpp>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <fstream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "Harness.hpp"
#include "analysis/ErrorRates.hpp"
#include "analysis/GeneratedTrace.hpp"

namespace {

using namespace gantry::bench;
using namespace gantry::perf;

constexpr std::size_t kRuns = 400;
constexpr std::size_t kLeastRuns = 8;
constexpr std::size_t kRecords = 10'000'000;
constexpr std::size_t kLeastRecords = 100'000;
constexpr int kManyRanks = 64;
constexpr double kStepNs = 1e6;
constexpr double kNoise = 0.03;

double now() {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double megabytes() {
    std::ifstream status("/proc/self/status");
    double kilobytes = 0;
    for (std::string word; status >> word;) {
        if (word == "VmHWM:") {
            status >> kilobytes;
        }
    }
    return kilobytes / 1e3;
}

MpiTrace read(const GeneratedRun& run) {
    MpiTraceReader reader;
    for (int rank = 0; rank < run.ranks; ++rank) {
        reader.add(traceOfRank(run, rank));
    }
    return reader.result();
}

/// A run with what is said of it, as runs that are judged together have it.
RunAnalysis analysisOf(const GeneratedRun& run) {
    MpiTrace traces = read(run);
    const MachineModel machine = defaultMachine();
    RunAnalysis analysis;
    analysis.trace = analysisOf(traces, machine, false);
    Profile profile;
    RunEfficiency& efficiency = analysis.efficiency;
    efficiency.ranks = static_cast<std::uint32_t>(run.ranks);
    efficiency.cores = efficiency.ranks;
    efficiency.ranksOnHost = efficiency.ranks;
    profile.metrics = {{"wall", "ns", "generated"}};
    const Evidence evidence{profile, efficiency, &*analysis.trace, machine, analysis.least};
    analysis.tested = testedHypotheses(evidence);
    analysis.findings = reportedOf(analysis.tested, analysis.least);
    return analysis;
}

/// What was said of a run: the confidence that a rank computes more, and all findings.
struct Said {
    double confidence = 0;
    std::size_t findings = 0;
    bool imbalance = false;
};

double imbalanceConfidence(const Finding& finding) {
    return finding.hypothesis == "loadImbalance" ? finding.confidence : 0;
}

Said analyze(const GeneratedRun& run) {
    const RunAnalysis analysis = analysisOf(run);
    Said said;
    for (const Finding& tested : analysis.tested) {
        said.confidence = std::max(said.confidence, imbalanceConfidence(tested));
    }
    for (const Finding& finding : analysis.findings) {
        ++said.findings;
        said.imbalance = said.imbalance || finding.hypothesis == "loadImbalance";
    }
    return said;
}

// One rank has `factor` times the work of the others; all differ from step to step.
Said analyzeRing(double factor, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> noise(1, kNoise);
    constexpr int kSteps = 16;
    constexpr int kRanks = 4;
    std::vector<double> work;
    for (int i = 0; i < kSteps * kRanks; ++i) {
        work.push_back(std::max(0.1, noise(random)) * kStepNs * (i % kRanks == 0 ? factor : 1));
    }
    return analyze(
        {kRanks, kSteps, [&](int rank, int step) {
             return work[static_cast<std::size_t>(step) * kRanks + static_cast<std::size_t>(rank)];
         }});
}

// Three runs of the same program; in each, every rank computes for another time than in the others,
// by a tenth. `alone`: what the first says by itself.
struct SaidTogether {
    bool alone = false;
    bool found = false;
    double confidence = 0;  // that a rank computes more
};

SaidTogether analyzeThree(double factor, unsigned seed) {
    constexpr int kSteps = 16;
    constexpr int kRanks = 4;
    constexpr double kNoiseOfRun = 0.1;
    std::mt19937 random(seed);
    std::normal_distribution<double> noise(1, kNoiseOfRun);
    std::vector<RunAnalysis> runs;
    for (int run = 0; run < 3; ++run) {
        std::vector<double> work(kRanks);
        for (int rank = 0; rank < kRanks; ++rank) {
            work[static_cast<std::size_t>(rank)] =
                std::max(0.1, noise(random)) * kStepNs * (rank == 0 ? factor : 1);
        }
        runs.push_back(analysisOf({kRanks, kSteps, [&work](int rank, int) {
                                       return work[static_cast<std::size_t>(rank)];
                                   }}));
    }
    SaidTogether said;
    said.alone = !runs.front().findings.empty();
    const RepeatedRuns together = judgedTogether(std::move(runs));
    said.found = !together.findings.empty();
    for (const JointFinding& joint : together.tested) {
        said.confidence = std::max(said.confidence, imbalanceConfidence(joint.finding));
    }
    return said;
}

// The true recoverable share: (f - (f + 3) / 4) / f.
double shareOf(double factor) {
    return 0.75 * (1 - 1 / factor);
}

std::vector<Figure> findings(const Effort& effort) {
    const std::size_t runs = effort.of(kRuns, kLeastRuns);
    std::size_t falseAlarms = 0;
    std::size_t anything = 0;
    std::size_t missed = 0;
    for (unsigned seed = 0; seed < runs; ++seed) {
        const Said clean = analyzeRing(1, seed);
        falseAlarms += clean.imbalance ? 1 : 0;
        anything += clean.findings > 0 ? 1 : 0;
        missed += analyzeRing(1.2, seed + 1'000'000).imbalance ? 0 : 1;
    }
    // Of shares around the smallest interesting one.
    double brier = 0;
    std::size_t count = 0;
    for (unsigned seed = 0; seed < runs; ++seed) {
        const double factor = 1 + 0.5 * static_cast<double>(seed) / static_cast<double>(runs);
        const double truth = shareOf(factor) >= 0.05 ? 1 : 0;
        const double said = analyzeRing(factor, seed + 2'000'000).confidence;
        brier += (said - truth) * (said - truth);
        ++count;
    }
    const auto percent = [](std::size_t part, std::size_t whole) {
        return static_cast<double>(part) / static_cast<double>(whole) * 100;
    };
    return {{"clean runs with a load imbalance found", percent(falseAlarms, runs), "%", 2},
            {"clean runs with anything found", percent(anything, runs), "%"},
            {"imbalance of 12.5 % of the time missed", percent(missed, runs), "%", 5},
            {"Brier score of the confidence, factors 1 to 1.5", brier / static_cast<double>(count),
             "", 0.05}};
}

std::vector<Figure> together(const Effort& effort) {
    const std::size_t sets = effort.of(kRuns, kLeastRuns);
    std::size_t alone = 0;
    std::size_t falseAlarms = 0;
    std::size_t missed = 0;
    double brier = 0;
    for (unsigned seed = 0; seed < sets; ++seed) {
        const SaidTogether clean = analyzeThree(1, seed);
        alone += clean.alone ? 1 : 0;
        falseAlarms += clean.found ? 1 : 0;
        missed += analyzeThree(2, seed + 1'000'000).found ? 0 : 1;
        const double factor = 1 + static_cast<double>(seed) / static_cast<double>(sets);
        const double truth = shareOf(factor) >= 0.05 ? 1 : 0;
        const double said = analyzeThree(factor, seed + 2'000'000).confidence;
        brier += (said - truth) * (said - truth);
    }
    const auto percent = [sets](std::size_t part) {
        return static_cast<double>(part) / static_cast<double>(sets) * 100;
    };
    return {{"clean single runs with a finding", percent(alone), "%"},
            {"clean triples with a finding", percent(falseAlarms), "%", 2},
            {"imbalance of 37.5 % of the time missed by triples", percent(missed), "%", 5},
            {"Brier score of triples, factors 1 to 2", brier / static_cast<double>(sets), ""}};
}

std::vector<Figure> large(const Effort& effort) {
    const std::size_t records = effort.of(kRecords, kLeastRecords);
    std::mt19937 random(1);
    std::uniform_real_distribution<double> work(0.5e5, 1.5e5);
    const int steps = static_cast<int>(records / kRecordsOfStep / kManyRanks);
    std::vector<float> times(static_cast<std::size_t>(steps) * kManyRanks);
    std::generate(times.begin(), times.end(), [&] { return static_cast<float>(work(random)); });
    const GeneratedRun run{
        kManyRanks, steps, [&](int rank, int step) {
            return static_cast<double>(times[static_cast<std::size_t>(step) * kManyRanks +
                                             static_cast<std::size_t>(rank)]);
        }};
    double reading = 0;
    MpiTraceReader reader;
    for (int rank = 0; rank < run.ranks; ++rank) {
        const Trace trace = traceOfRank(run, rank);
        const double since = now();
        reader.add(trace);
        reading += now() - since;
    }
    const double since = now();
    MpiTrace traces = reader.result();
    reading += now() - since;
    const double begin = now();
    const TraceAnalysis analysis = analysisOf(traces, defaultMachine(), false);
    const double analyzing = now() - begin;
    return {{"64 ranks: records", static_cast<double>(analysis.records) / 1e6, "million"},
            {"64 ranks: read", reading, "s"},
            {"64 ranks: analyzed", analyzing, "s"},
            {"64 ranks: in all", reading + analyzing, "s", 30},
            {"64 ranks: memory", megabytes(), "MB", 4000}};
}

}  // namespace

int main(int argc, char** argv) {
    return runBenchmark(argc, argv,
                        {"How right findings, comparisons and gates are, and how fast a trace of "
                         "10 million records is analyzed.",
                         [] { return std::vector<Case>(); },
                         {{"findings", findings},
                          {"together", together},
                          {"comparisons", comparisonRates},
                          {"gates", gateRates},
                          {"large", large}}});
}
