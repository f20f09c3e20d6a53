#include "ForeignReadings.hpp"

#include <perf/segment/CpuClock.hpp>

#include <algorithm>
#include <ctime>
#include <utility>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace gantry::perf {

namespace {

bool readClock(const MetricRecord& metric, pid_t thread, std::uint64_t& ticks) noexcept {
    switch (static_cast<ClockKind>(metric.clock)) {
        case ClockKind::TimeStampCounter:
#if defined(__x86_64__)
            _mm_lfence();
            ticks = __rdtsc();
            _mm_lfence();
            return true;
#else
            return false;
#endif
        case ClockKind::Monotonic:
            ticks = clockNs(CLOCK_MONOTONIC);
            return true;
        case ClockKind::ThreadCpu:
            return threadCpuNs(thread, ticks);
        default:
            return false;
    }
}

// The reading of a clock of real time at that moment; 0 for other metrics.
std::uint64_t ticksAt(const MetricRecord& metric, std::uint64_t ns) noexcept {
    const auto kind = static_cast<ClockKind>(metric.clock);
    const bool isTime = kind == ClockKind::TimeStampCounter || kind == ClockKind::Monotonic;
    if (!isTime || ns < metric.startNs || metric.unitsPerTick == 0) {
        return 0;
    }
    // The inverse of unitsOf(): ns times 2^32 does not fit into 64 bits after 4 s.
    __extension__ using Wide = unsigned __int128;
    return metric.startTicks +
           static_cast<std::uint64_t>((Wide{ns - metric.startNs} << 32U) / metric.unitsPerTick);
}

}  // namespace

ForeignReadings::ForeignReadings(std::vector<MetricRecord> metrics, std::uint64_t endNs)
    : metrics_(std::move(metrics)), endNs_(endNs) {
    for (const MetricRecord& metric : metrics_) {
        endTicks_.push_back(endNs == 0 ? 0 : ticksAt(metric, endNs));
    }
}

bool ForeignReadings::readFor(pid_t thread, std::uint64_t* ticks) const noexcept {
    if (endNs_ != 0) {
        return false;
    }
    for (std::size_t m = 0; m < metrics_.size(); ++m) {
        if (!readClock(metrics_[m], thread, ticks[m])) {
            return false;
        }
    }
    return true;
}

void ForeignReadings::least(std::uint64_t* ticks) const noexcept {
    for (std::size_t m = 0; m < metrics_.size(); ++m) {
        if (endTicks_[m] != 0) {
            ticks[m] = endTicks_[m];
            continue;
        }
        std::uint64_t now = 0;
        if (endNs_ == 0 && metrics_[m].clock != static_cast<std::uint32_t>(ClockKind::ThreadCpu)) {
            readClock(metrics_[m], 0, now);
        }
        ticks[m] = std::max(ticks[m], now);
    }
}

}  // namespace gantry::perf
