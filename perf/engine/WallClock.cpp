#include <perf/clock/SkewedClock.hpp>
#include <perf/engine/EngineError.hpp>
#include <perf/engine/MetricSources.hpp>
#include <perf/segment/CpuClock.hpp>

#include <atomic>
#include <cstdio>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

#if defined(__x86_64__)
#include <cpuid.h>
#include <x86intrin.h>
#endif

namespace gantry::perf {

namespace {

class MonotonicClock final : public MetricSource {
public:
    explicit MonotonicClock(std::string source) : metric_{"wall", "ns", std::move(source)} {}

    const Metric& metric() const noexcept override { return metric_; }
    std::uint64_t read() noexcept override { return clockNs(CLOCK_MONOTONIC); }
    bool readFor(pid_t /*thread*/, std::uint64_t& ticks) noexcept override {
        ticks = clockNs(CLOCK_MONOTONIC);
        return true;
    }
    std::uint64_t unitsPerTick() const noexcept override { return kTicksAreUnits; }
    bool processWide() const noexcept override { return true; }
    ClockKind clockKind() const noexcept override { return ClockKind::Monotonic; }
    bool isTimeStampCounter() const noexcept override { return false; }

private:
    Metric metric_;
};

// A clock that is wrong on purpose, in tests of what several clocks need.
class SkewedSource final : public MetricSource {
public:
    SkewedSource(const ClockSkew& skew, const std::string& text)
        : skew_(skew), metric_{"wall", "ns", "CLOCK_MONOTONIC as a test changes it: " + text} {}

    const Metric& metric() const noexcept override { return metric_; }
    std::uint64_t read() noexcept override { return skew_.at(clockNs(CLOCK_MONOTONIC), firstNs_); }
    bool readFor(pid_t /*thread*/, std::uint64_t& ticks) noexcept override {
        ticks = read();
        return true;
    }
    std::uint64_t unitsPerTick() const noexcept override { return kTicksAreUnits; }
    bool processWide() const noexcept override { return true; }
    bool isTimeStampCounter() const noexcept override { return false; }

private:
    ClockSkew skew_;
    std::uint64_t firstNs_ = clockNs(CLOCK_MONOTONIC);
    Metric metric_;
};

std::shared_ptr<MetricSource> skewedClock(const std::string& text) {
    const std::optional<ClockSkew> skew = clockSkew(text);
    if (!skew) {
        throw EngineError("GANTRY_TEST_CLOCK is '" + text +
                          "'; it takes words such as offset=100ms,drift=100ppm, and is for tests");
    }
    return std::make_shared<SkewedSource>(*skew, text);
}

#if defined(__x86_64__)

struct ClockPair {
    std::uint64_t ticks;
    std::uint64_t ns;
};

// Both clocks at the same instant: of several tries the one with the least time in between.
ClockPair readBoth() noexcept {
    constexpr int kTries = 16;
    ClockPair best{};
    std::uint64_t narrowest = std::numeric_limits<std::uint64_t>::max();
    for (int i = 0; i < kTries; ++i) {
        const std::uint64_t before = __rdtsc();
        const std::uint64_t ns = clockNs(CLOCK_MONOTONIC);
        const std::uint64_t width = __rdtsc() - before;
        if (width < narrowest) {
            narrowest = width;
            best = {before + width / 2, ns};
        }
    }
    return best;
}

std::uint64_t unitsBetween(const ClockPair& begin, const ClockPair& end) noexcept {
    const double nsPerTick =
        static_cast<double>(end.ns - begin.ns) / static_cast<double>(end.ticks - begin.ticks);
    return static_cast<std::uint64_t>(nsPerTick * static_cast<double>(kTicksAreUnits));
}

// A short comparison with the system's clock when it is made, and a longer one, over all the time
// since, whenever the rate is asked for and that time has doubled, until it is exact.
class TimeStampClock final : public MetricSource {
public:
    TimeStampClock() {
        ClockPair now = begin_;
        while (now.ns - begin_.ns < kFirstNs) {
            now = readBoth();
        }
        unitsPerTick_.store(unitsBetween(begin_, now), std::memory_order_relaxed);
        comparedNs_.store(now.ns - begin_.ns, std::memory_order_relaxed);
        char megahertz[32];
        std::snprintf(megahertz, sizeof megahertz, "%.0f MHz",
                      1000.0 * static_cast<double>(kTicksAreUnits) /
                          static_cast<double>(unitsPerTick_.load(std::memory_order_relaxed)));
        metric_.source = std::string("time-stamp counter, ") + megahertz +
                         ", calibrated against clock_gettime(CLOCK_MONOTONIC)";
    }

    const Metric& metric() const noexcept override { return metric_; }
    std::uint64_t read() noexcept override { return __rdtsc(); }
    bool readFor(pid_t /*thread*/, std::uint64_t& ticks) noexcept override {
        // The reader compares this with a record read before and after; the processor must not
        // exchange the three.
        _mm_lfence();
        ticks = __rdtsc();
        _mm_lfence();
        return true;
    }
    // Several threads may compare at once; each result is valid, and the last one stays.
    std::uint64_t unitsPerTick() const noexcept override {
        const std::uint64_t compared = comparedNs_.load(std::memory_order_relaxed);
        if (compared < kExactNs && clockNs(CLOCK_MONOTONIC) - begin_.ns >= 2 * compared) {
            const ClockPair now = readBoth();
            unitsPerTick_.store(unitsBetween(begin_, now), std::memory_order_relaxed);
            comparedNs_.store(now.ns - begin_.ns, std::memory_order_relaxed);
        }
        return unitsPerTick_.load(std::memory_order_relaxed);
    }
    bool processWide() const noexcept override { return true; }
    ClockKind clockKind() const noexcept override { return ClockKind::TimeStampCounter; }
    bool isTimeStampCounter() const noexcept override { return true; }

private:
    static constexpr std::uint64_t kFirstNs = 200'000;
    static constexpr std::uint64_t kExactNs = 1'000'000'000;

    const ClockPair begin_ = readBoth();
    Metric metric_{"wall", "ns", {}};
    mutable std::atomic<std::uint64_t> unitsPerTick_{0};
    mutable std::atomic<std::uint64_t> comparedNs_{0};
};

// Why the counter cannot be trusted; empty when it can. An invariant counter runs at one rate in
// all states of the processor; the kernel has also compared those of all cores.
std::string doubtAboutCounter() {
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    constexpr unsigned kPowerLeaf = 0x80000007U;
    constexpr unsigned kInvariantBit = 1U << 8U;
    if (__get_cpuid(kPowerLeaf, &a, &b, &c, &d) == 0 || (d & kInvariantBit) == 0) {
        return "the processor does not state an invariant time-stamp counter";
    }
    std::string source;
    std::ifstream("/sys/devices/system/clocksource/clocksource0/current_clocksource") >> source;
    if (source != "tsc") {
        return "the kernel's clock source is '" + source + "', not 'tsc'";
    }
    return {};
}

#endif

}  // namespace

std::shared_ptr<MetricSource> monotonicClock() {
    return std::make_shared<MonotonicClock>("clock_gettime(CLOCK_MONOTONIC)");
}

std::shared_ptr<MetricSource> wallClock() {
    if (const char* const text = testClock()) {
        return skewedClock(text);
    }
#if defined(__x86_64__)
    const std::string doubt = doubtAboutCounter();
    if (doubt.empty()) {
        return std::make_shared<TimeStampClock>();
    }
#else
    const std::string doubt = "no time-stamp counter is known for this processor";
#endif
    return std::make_shared<MonotonicClock>("clock_gettime(CLOCK_MONOTONIC), because " + doubt);
}

}  // namespace gantry::perf
