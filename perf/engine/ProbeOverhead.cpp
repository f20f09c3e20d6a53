#include "ProbeOverhead.hpp"

#include <perf/segment/CpuClock.hpp>
#include <perf/segment/StoreView.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "Probe.hpp"

namespace gantry::perf {

using namespace probe;  // NOLINT(google-build-using-namespace): its own header

namespace {

constexpr std::uint32_t kPaths = 64;
constexpr std::size_t kMostBatches = 101;
constexpr std::uint64_t kLongestNs = 500'000;

// Per metric, one value for each batch.
struct Samples {
    std::array<std::vector<double>, kMaxMetrics> pair;
    std::array<std::vector<double>, kMaxMetrics> inside;
};

// What the pairs showed for themselves: the part of a pair between its two readings.
std::array<std::uint64_t, kMaxMetrics> sumsOf(const Probe& probe, std::size_t metrics) {
    std::array<std::uint64_t, kMaxMetrics> sums{};
    const StoreView nodes(bytesOf(probe.segment), probe.record.nodes, NodeRecord::size(metrics));
    if (nodes.size() > 0) {
        const auto& node = nodes.at<NodeRecord>(0);
        for (std::size_t m = 0; m < metrics; ++m) {
            sums[m] = loadRelaxed(node.word(m, 0));
        }
    }
    return sums;
}

template <class Clock>
void measureBatch(Probe& probe, const Clock& clock, const MetricSet& metrics, Samples& samples) {
    std::array<std::uint64_t, kMaxMetrics> before{};
    std::array<std::uint64_t, kMaxMetrics> after{};
    const Pair<false, Clock> pair;
    const auto sumsBefore = sumsOf(probe, metrics.count());
    clock.read(before.data());
    for (int i = 0; i < kPairs; ++i) {
        pair(probe, kTimer, clock);
    }
    clock.read(after.data());
    const auto sums = sumsOf(probe, metrics.count());
    for (std::size_t m = 0; m < metrics.count(); ++m) {
        samples.pair[m].push_back(static_cast<double>(metrics.units(m, after[m] - before[m])) /
                                  kPairs);
        samples.inside[m].push_back(static_cast<double>(metrics.units(m, sums[m] - sumsBefore[m])) /
                                    kPairs);
    }
}

// Pairs of one call path after the other: what they take of the caches of a program.
template <class Clock>
void measurePaths(Probe& probe, const Clock& clock, const MetricSet& metrics, Samples& samples) {
    std::array<std::uint64_t, kMaxMetrics> before{};
    std::array<std::uint64_t, kMaxMetrics> after{};
    const Pair<false, Clock> pair;
    clock.read(before.data());
    for (std::uint32_t path = 0; path < kPaths; ++path) {
        pair(probe, kTimer + path, clock);
    }
    clock.read(after.data());
    for (std::size_t m = 0; m < metrics.count(); ++m) {
        samples.pair[m].push_back(static_cast<double>(metrics.units(m, after[m] - before[m])) /
                                  kPaths);
    }
}

// Pairs around such a function: part of their cost overlaps with it, and part of it with theirs.
template <class Clock>
void measureAround(Probe& probe, const Clock& clock, const MetricSet& metrics, Samples& samples) {
    double (*const volatile function)(double) noexcept = &work;
    std::array<std::uint64_t, kMaxMetrics> before{};
    std::array<std::uint64_t, kMaxMetrics> between{};
    std::array<std::uint64_t, kMaxMetrics> after{};
    const Pair<false, Clock> pair;
    volatile double sum = 0;
    clock.read(before.data());
    for (int i = 0; i < kPairs; ++i) {
        sum = sum + function(i);
    }
    clock.read(between.data());
    const auto sumsBefore = sumsOf(probe, metrics.count());
    clock.read(after.data());
    const auto begin = after;
    for (int i = 0; i < kPairs; ++i) {
        pair.start(probe, kTimer, clock);
        sum = sum + function(i);
        pair.stop(probe, kTimer, clock);
    }
    clock.read(after.data());
    const auto sums = sumsOf(probe, metrics.count());
    for (std::size_t m = 0; m < metrics.count(); ++m) {
        const auto own = static_cast<double>(metrics.units(m, between[m] - before[m]));
        const auto all = static_cast<double>(metrics.units(m, after[m] - begin[m]));
        const auto shown = static_cast<double>(metrics.units(m, sums[m] - sumsBefore[m]));
        samples.pair[m].push_back((all - own) / kPairs);
        samples.inside[m].push_back((shown - own) / kPairs);
    }
}

// By batches, the first of which is left out, until there are enough of them or the time is over.
template <class Measure>
void measureBatches(std::size_t most, Samples& samples, const Measure& measure) {
    Samples warmUp;
    const std::uint64_t begin = clockNs(CLOCK_MONOTONIC);
    for (std::size_t batch = 0; batch < most; ++batch) {
        measure(batch == 0 ? warmUp : samples);
        if (batch > 0 && clockNs(CLOCK_MONOTONIC) - begin > kLongestNs) {
            break;
        }
    }
}

// Medians, because a batch that was interrupted is far off and always too long.
MeasuredOverhead measure(const MetricSet& metrics, const TimerTable& timers, std::size_t most) {
    Probe probe(metrics, timers);
    Samples samples;
    measureBatches(most, samples, [&](Samples& target) {
        if (metrics.timeStampOnly()) {
            measureBatch(probe, TimeStampReader{}, metrics, target);
        } else {
            measureBatch(probe, metrics, metrics, target);
        }
    });
    Probe many(metrics, timers);
    Samples paths;
    measureBatches(std::min(most, kFewBatches), paths, [&](Samples& target) {
        if (metrics.timeStampOnly()) {
            measurePaths(many, TimeStampReader{}, metrics, target);
        } else {
            measurePaths(many, metrics, metrics, target);
        }
    });
    Samples around;
    measureBatches(std::min(most, kFewBatches), around, [&](Samples& target) {
        if (metrics.timeStampOnly()) {
            measureAround(probe, TimeStampReader{}, metrics, target);
        } else {
            measureAround(probe, metrics, metrics, target);
        }
    });
    MeasuredOverhead result;
    for (std::size_t m = 0; m < metrics.count(); ++m) {
        const double inside = median(samples.inside[m]);
        const double pair = std::max(median(samples.pair[m]), inside);
        result.cost.inside[m] = inside;
        result.cost.pair[m] = pair;
        result.error[m] = std::max(
            {errorOf(samples.pair[m], pair), errorOf(samples.inside[m], inside),
             std::abs(median(paths.pair[m]) - pair), std::abs(median(around.pair[m]) - pair),
             std::abs(median(around.inside[m]) - inside)});
    }
    return result;
}

}  // namespace

MeasuredOverhead measureProbeOverhead(const MetricSet& metrics, const TimerTable& timers) {
    return measure(metrics, timers, kMostBatches);
}

MeasuredOverhead measureProbeOverheadSoon(const MetricSet& metrics, const TimerTable& timers) {
    return measure(metrics, timers, kFewBatches);
}

}  // namespace gantry::perf
