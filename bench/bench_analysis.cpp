// How right findings, comparisons and gates are on generated runs whose truth is known, and how
// fast a large trace is analyzed. In time of the processor.

#include <perf/analysis/findings/Finding.hpp>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <fstream>
#include <random>
#include <string>
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

/// What was said of a run: the confidence that a rank computes more, and all findings.
struct Said {
    double confidence = 0;
    std::size_t findings = 0;
    bool imbalance = false;
};

Said analyze(const GeneratedRun& run) {
    MpiTrace traces = read(run);
    const MachineModel machine = defaultMachine();
    const TraceAnalysis trace = analysisOf(traces, machine, false);
    Profile profile;
    RunEfficiency efficiency;
    efficiency.ranks = static_cast<std::uint32_t>(run.ranks);
    efficiency.cores = efficiency.ranks;
    efficiency.ranksOnHost = efficiency.ranks;
    profile.metrics = {{"wall", "ns", "generated"}};
    const Evidence evidence{profile, efficiency, &trace, machine, 0.05};
    Said said;
    said.confidence = resampled(evidence, [](const RunReplica& replica) {
                          return (replica.greatest() - replica.mean()) / replica.referenceNs;
                      }).confidence;
    for (const Finding& finding : findingsOf(evidence)) {
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
                          {"comparisons", comparisonRates},
                          {"gates", gateRates},
                          {"large", large}}});
}
