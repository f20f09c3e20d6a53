#include "ProbeOverhead.hpp"

#include <perf/engine/detail/ThreadAnchor.hpp>
#include <perf/engine/detail/ThreadArea.hpp>
#include <perf/segment/CpuClock.hpp>
#include <perf/segment/Segment.hpp>
#include <perf/segment/StoreView.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <new>
#include <vector>

namespace gantry::perf {

namespace {

constexpr std::uint32_t kTimer = 0;
// Short enough that few batches are interrupted, long enough that reading the clock around one does
// not count.
constexpr int kPairs = 50;
constexpr std::uint32_t kPaths = 64;
constexpr std::size_t kMostBatches = 101;
constexpr std::uint64_t kLongestNs = 500'000;
constexpr std::size_t kFewBatches = 12;

// Per metric, one value for each batch.
struct Samples {
    std::array<std::vector<double>, kMaxMetrics> pair;
    std::array<std::vector<double>, kMaxMetrics> inside;
    std::vector<double> untimed;  // of the first metric
};

// The value that this part of the others does not exceed.
double rankedAt(std::vector<double>& values, double part) {
    const auto place = static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), values.begin() + place, values.end());
    return values[static_cast<std::size_t>(place)];
}

double median(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// An area on records of its own.
struct Probe {
    Probe(const MetricSet& metrics, const TimerTable& timers,
          const SamplingPolicy* sampling = nullptr)
        : record(recordIn(segment)),
          area(record, segment, metrics, timers, {kDepth, sampling}),
          table(timers) {}

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
    const TimerTable& table;
    // Stands for that of the thread, which may be inside of an engine.
    ThreadAnchor anchor{1, &area, 0, 0};
    volatile std::uint64_t engine = 1;
};

// What a use costs beside the area's part: Engine's tests, the way to the thread's anchor, and the
// guard against signal handlers.
template <class Use>
void useAs(Probe& probe, std::uint32_t timer, const Use& use) noexcept {
    bool enabled = probe.table.enabled(timer);
    ThreadAnchor* ofThread = &anchorOfThread();
    asm volatile("" : "+r"(enabled), "+r"(ofThread));
    if (probe.anchor.inside != 0 || probe.anchor.engine != probe.engine) [[unlikely]] {
        return;
    }
    const Inside inside(probe.anchor);
    use(*probe.anchor.area);
}

// The functions of the engine, and those of a port that goes on to them.
template <bool kSampled, class Clock>
[[gnu::noinline]] void startEngine(Probe& probe, std::uint32_t timer, const Clock& clock) noexcept {
    useAs(probe, timer, [&](ThreadArea& area) {
        if constexpr (kSampled) {
            area.startSampled(timer, clock);
        } else {
            area.start<false>(timer, clock);
        }
    });
}
template <bool kSampled, class Clock>
[[gnu::noinline]] void stopEngine(Probe& probe, std::uint32_t timer, const Clock& clock) noexcept {
    useAs(probe, timer, [&](ThreadArea& area) {
        if constexpr (kSampled) {
            area.stopSampled(timer, clock);
        } else {
            area.stop<false>(timer, clock);
        }
    });
}
template <bool kSampled, class Clock>
[[gnu::noinline]] void startPort(Probe& probe, std::uint32_t timer, const Clock& clock) noexcept {
    startEngine<kSampled>(probe, timer, clock);
}
template <bool kSampled, class Clock>
[[gnu::noinline]] void stopPort(Probe& probe, std::uint32_t timer, const Clock& clock) noexcept {
    stopEngine<kSampled>(probe, timer, clock);
}

// A program reaches the port's functions by their addresses.
template <bool kSampled, class Clock>
class Pair final {
public:
    void start(Probe& probe, std::uint32_t timer, const Clock& clock) const noexcept {
        start_(probe, timer, clock);
    }
    void stop(Probe& probe, std::uint32_t timer, const Clock& clock) const noexcept {
        stop_(probe, timer, clock);
    }
    void operator()(Probe& probe, std::uint32_t timer, const Clock& clock) const noexcept {
        start(probe, timer, clock);
        stop(probe, timer, clock);
    }

private:
    using Function = void (*)(Probe&, std::uint32_t, const Clock&) noexcept;
    volatile Function start_ = &startPort<kSampled, Clock>;
    volatile Function stop_ = &stopPort<kSampled, Clock>;
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

// A function of some nanoseconds, reached by its address.
[[gnu::noinline]] double work(double x) noexcept {
    return 4 / (1 + x * x);
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

// The calls of a batch behind the first one are counted only.
template <class Clock>
void measureUntimed(Probe& probe, const Clock& clock, const MetricSet& metrics, Samples& samples) {
    const Pair<true, Clock> pair;
    pair(probe, kTimer, clock);
    const RecordStore nodes(probe.segment, probe.record.nodes, sizeof(SampledNode), 1);
    static_cast<SampledNode*>(nodes.at(0))->countOnly(kPairs);
    std::array<std::uint64_t, kMaxMetrics> before{};
    std::array<std::uint64_t, kMaxMetrics> after{};
    clock.read(before.data());
    for (int i = 0; i < kPairs; ++i) {
        pair(probe, kTimer, clock);
    }
    clock.read(after.data());
    samples.untimed.push_back(static_cast<double>(metrics.units(0, after[0] - before[0])) / kPairs);
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

// The distance of the 5th or 95th percentile of the batches from what is taken, whichever is
// larger.
double errorOf(std::vector<double>& batches, double cost) {
    constexpr double kPart = 0.05;
    return std::max(cost - rankedAt(batches, kPart), rankedAt(batches, 1 - kPart) - cost);
}

// Medians, because a batch that was interrupted is far off and always too long.
MeasuredOverhead measureTimed(const MetricSet& metrics, const TimerTable& timers,
                              std::size_t most) {
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
    return measureTimed(metrics, timers, kMostBatches);
}

MeasuredOverhead measureSamplingOverhead(const MetricSet& metrics, const TimerTable& timers) {
    MeasuredOverhead result = measureTimed(metrics, timers, kFewBatches);
    SamplingPolicy policy;
    policy.budget = 1;
    policy.exactCalls = SamplingPolicy::kWindow;
    Probe probe(metrics, timers, &policy);
    Samples samples;
    measureBatches(kFewBatches, samples, [&](Samples& target) {
        if (metrics.timeStampOnly()) {
            measureUntimed(probe, TimeStampReader{}, metrics, target);
        } else {
            measureUntimed(probe, metrics, metrics, target);
        }
    });
    result.cost.untimed[0] = median(samples.untimed);
    return result;
}

}  // namespace gantry::perf
