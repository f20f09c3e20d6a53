#include <perf/engine/CpuClock.hpp>
#include <perf/engine/PairCost.hpp>
#include <perf/engine/ThreadArea.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace gantry::perf {

namespace {

constexpr std::uint32_t kTimer = 0;
constexpr int kPairs = 50;
constexpr std::size_t kMostBatches = 101;
constexpr std::uint64_t kLongestNs = 500'000;

// Per metric, one value for each batch.
struct Samples {
    std::array<std::vector<double>, kMaxMetrics> pair;
    std::array<std::vector<double>, kMaxMetrics> inside;
};

double median(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

std::array<std::uint64_t, kMaxMetrics> sumsOf(const ThreadArea& area, std::size_t metrics) {
    std::array<std::uint64_t, kMaxMetrics> sums{};
    if (area.nodes().size() > 0) {
        const auto& node = *static_cast<const NodeRecord*>(area.nodes().at(0));
        for (std::size_t m = 0; m < metrics; ++m) {
            sums[m] = loadRelaxed(node.word(m, 0));
        }
    }
    return sums;
}

template <class Clock>
void measureBatch(ThreadArea& area, const Clock& clock, const MetricSet& metrics,
                  Samples& samples) {
    std::array<std::uint64_t, kMaxMetrics> before{};
    std::array<std::uint64_t, kMaxMetrics> after{};
    const auto sumsBefore = sumsOf(area, metrics.count());
    clock.read(before.data());
    for (int i = 0; i < kPairs; ++i) {
        area.start(kTimer, clock);
        area.stop(kTimer, clock);
    }
    clock.read(after.data());
    const auto sums = sumsOf(area, metrics.count());
    for (std::size_t m = 0; m < metrics.count(); ++m) {
        samples.pair[m].push_back(static_cast<double>(metrics.units(m, after[m] - before[m])) /
                                  kPairs);
        samples.inside[m].push_back(static_cast<double>(metrics.units(m, sums[m] - sumsBefore[m])) /
                                    kPairs);
    }
}

}  // namespace

PairCost measurePairCost(const MetricSet& metrics, const TimerTable& timers) {
    constexpr std::uint32_t kDepth = 2;
    ThreadArea area(0, metrics, timers, kDepth);
    Samples warmUp;
    Samples samples;
    const std::uint64_t begin = clockNs(CLOCK_MONOTONIC);
    for (std::size_t batch = 0; batch < kMostBatches; ++batch) {
        Samples& target = batch == 0 ? warmUp : samples;
        if (metrics.timeStampOnly()) {
            measureBatch(area, TimeStampReader{}, metrics, target);
        } else {
            measureBatch(area, metrics, metrics, target);
        }
        if (batch > 0 && clockNs(CLOCK_MONOTONIC) - begin > kLongestNs) {
            break;
        }
    }
    PairCost cost;
    for (std::size_t m = 0; m < metrics.count(); ++m) {
        cost.inside[m] = median(samples.inside[m]);
        cost.pair[m] = std::max(median(samples.pair[m]), cost.inside[m]);
    }
    return cost;
}

}  // namespace gantry::perf
