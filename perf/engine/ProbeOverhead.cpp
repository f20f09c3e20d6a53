#include "ProbeOverhead.hpp"

#include <perf/engine/detail/ThreadArea.hpp>
#include <perf/segment/CpuClock.hpp>
#include <perf/segment/Segment.hpp>
#include <perf/segment/StoreView.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <new>
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

// An area on records of its own.
struct Probe {
    Probe(const MetricSet& metrics, const TimerTable& timers)
        : record(recordIn(segment)), area(record, segment, metrics, timers, kDepth) {}

    static ThreadRecord& recordIn(Segment& segment) {
        void* const memory = segment.allocate(sizeof(ThreadRecord));
        if (memory == nullptr) {
            throw std::bad_alloc();
        }
        return *static_cast<ThreadRecord*>(memory);
    }

    static constexpr std::uint32_t kDepth = 2;
    Segment segment{SegmentOptions{{}, kLeastSegment}};
    ThreadRecord& record;
    ThreadArea area;
};

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
    const auto sumsBefore = sumsOf(probe, metrics.count());
    clock.read(before.data());
    for (int i = 0; i < kPairs; ++i) {
        probe.area.start<false>(kTimer, clock);
        probe.area.stop<false>(kTimer, clock);
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

}  // namespace

ProbeOverhead measureProbeOverhead(const MetricSet& metrics, const TimerTable& timers) {
    Probe probe(metrics, timers);
    Samples warmUp;
    Samples samples;
    const std::uint64_t begin = clockNs(CLOCK_MONOTONIC);
    for (std::size_t batch = 0; batch < kMostBatches; ++batch) {
        Samples& target = batch == 0 ? warmUp : samples;
        if (metrics.timeStampOnly()) {
            measureBatch(probe, TimeStampReader{}, metrics, target);
        } else {
            measureBatch(probe, metrics, metrics, target);
        }
        if (batch > 0 && clockNs(CLOCK_MONOTONIC) - begin > kLongestNs) {
            break;
        }
    }
    ProbeOverhead cost;
    for (std::size_t m = 0; m < metrics.count(); ++m) {
        cost.inside[m] = median(samples.inside[m]);
        cost.pair[m] = std::max(median(samples.pair[m]), cost.inside[m]);
    }
    return cost;
}

}  // namespace gantry::perf
