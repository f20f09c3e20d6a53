#pragma once

#include <perf/engine/detail/ThreadAnchor.hpp>
#include <perf/engine/detail/ThreadArea.hpp>
#include <perf/segment/Segment.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

// What the measurements of the engine's own cost have in common: pairs of start and stop as a
// program makes them, on records that nobody sees.

namespace gantry::perf::probe {

constexpr std::uint32_t kTimer = 0;
// Short enough that few batches are interrupted, long enough that reading the clock around one does
// not count.
constexpr int kPairs = 50;
constexpr std::size_t kFewBatches = 12;

// The value that this part of the others does not exceed.
inline double rankedAt(std::vector<double>& values, double part) {
    const auto place = static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), values.begin() + place, values.end());
    return values[static_cast<std::size_t>(place)];
}

inline double median(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// The distance of the 5th or 95th percentile of the batches from what is taken, whichever is
// larger.
inline double errorOf(std::vector<double>& batches, double cost) {
    constexpr double kPart = 0.05;
    return std::max(cost - rankedAt(batches, kPart), rankedAt(batches, 1 - kPart) - cost);
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

// A function of some nanoseconds, reached by its address.
[[gnu::noinline]] inline double work(double x) noexcept {
    return 4 / (1 + x * x);
}

}  // namespace gantry::perf::probe
