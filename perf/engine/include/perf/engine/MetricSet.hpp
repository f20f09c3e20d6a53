#pragma once

#include <perf/engine/MetricGroup.hpp>
#include <perf/engine/MetricSource.hpp>
#include <perf/model/ProbeOverhead.hpp>
#include <perf/segment/Capture.hpp>
#include <perf/segment/NameTable.hpp>
#include <perf/segment/RecordStore.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace gantry::perf {

/// One reading of every metric. Places behind the last metric are 0.
using MetricTicks = std::array<std::uint64_t, kMaxMetrics>;

/// Reads the time-stamp counter in place; the clock of the common case. The same shape as a
/// MetricSet where ThreadArea takes a clock: count() and read(). Without a fence: instructions of
/// the program may pass the reading by some cycles, which is less than a fence would cost.
struct TimeStampReader {
    static constexpr std::size_t count() noexcept { return 1; }
    static void read(std::uint64_t* ticks) noexcept {
#if defined(__x86_64__)
        ticks[0] = __rdtsc();
#else
        ticks[0] = 0;  // never chosen: no source of another processor is a time-stamp counter
#endif
    }
};

/// What an engine measures. Does not change.
///
/// The order of the metrics is that of the sources, in the segment, in profiles, and in all arrays
/// here. Holds the sources. Any thread.
///
///     const MetricSet metrics({clock});
///     MetricTicks before{};
///     metrics.read(before.data());
class MetricSet final : public MetricReadings {
public:
    /// An empty list means the wall clock alone. Throws EngineError for a null source, a repeated
    /// name, or more than kMaxMetrics.
    explicit MetricSet(std::vector<std::shared_ptr<MetricSource>> sources);

    /// From 1 to kMaxMetrics.
    std::size_t count() const noexcept { return sources_.size(); }

    /// In the order of the metrics; none is null.
    const std::vector<std::shared_ptr<MetricSource>>& sources() const noexcept { return sources_; }

    /// The time-stamp counter is the only metric, so TimeStampReader can be used instead of read().
    /// Then start() reads it in place, without a virtual call.
    bool timeStampOnly() const noexcept { return timeStampOnly_; }

    /// All counters as the calling thread sees them; those of one group by one reading.
    void read(std::uint64_t* ticks) const noexcept {
        for (const Reading& reading : readings_) {
            if (reading.group == nullptr) {
                ticks[reading.metric[0]] = reading.source->read();
                continue;
            }
            // A group writes all its members, also those that are not measured.
            std::uint64_t values[kMaxMetrics];
            reading.group->read(values);
            for (std::size_t i = 0; i < reading.count; ++i) {
                ticks[reading.metric[i]] = values[reading.place[i]];
            }
        }
    }

    /// The first metric alone as the calling thread sees it. Of a trace, whose records have one
    /// time.
    std::uint64_t readFirst() const noexcept { return sources_.front()->read(); }

    /// All counters as another thread of this process sees them; false when one cannot be reported.
    bool readFor(pid_t thread, std::uint64_t* ticks) const noexcept override;
    /// A call whose thread ended meanwhile counts up to its start.
    void least(std::uint64_t* /*ticks*/) const noexcept override {}

    /// Says in the segment what is measured, from the metric with that number on, and what calls
    /// that are not timed cost. Throws EngineError where there is no room.
    void describeIn(Segment& segment, NameTable& names, const ProbeOverhead& overhead,
                    std::size_t first = 0) const;
    /// Says in the segment how ticks become units as exactly as it is known by now. The rate of the
    /// time-stamp counter becomes more exact in the first second. Any thread.
    void updateIn(Segment& segment) const noexcept;

    /// After a fork: what the metrics show to the only thread of the child, those of groups 0.
    void readAfterFork(std::uint64_t* ticks) const noexcept;
    /// Says in the segment from which readings on it measures. ticks: one reading for each metric;
    /// ns: CLOCK_MONOTONIC at the same instant.
    void restartIn(Segment& segment, const std::uint64_t* ticks, std::uint64_t ns) const noexcept;
    /// Says in the segment what a start and stop costs. Once only.
    static void noteProbeOverhead(Segment& segment, const ProbeOverhead& cost) noexcept;

    /// Real time in ns since an unknown moment: a scripted clock where one is measured, else
    /// CLOCK_MONOTONIC. Only differences mean anything.
    std::uint64_t timeNs() const noexcept;

    /// How many units a tick of each metric is, times 2^32, as exactly as it is known by now.
    std::array<std::uint64_t, kMaxMetrics> unitsPerTick() const noexcept;

    /// Ticks in units, rounded down; 0 for a negative number of ticks.
    std::int64_t units(std::size_t metric, std::uint64_t ticks) const noexcept;
    /// Units of the first metric in ticks.
    double ticksOf(double units) const noexcept;

    /// Name, unit and origin of each.
    std::vector<Metric> describe() const;

    /// Threads whose counters of some group could not be set up.
    std::uint64_t threadsWithout() const noexcept;

private:
    // One source, or one group with all its members that are measured.
    struct Reading {
        MetricSource* source;
        MetricGroup* group;
        std::size_t count;
        std::array<std::uint8_t, kMaxMetrics> metric;  // where the values go
        std::array<std::uint8_t, kMaxMetrics> place;   // where they are in the group
    };

    void addReading(std::size_t metric);

    std::vector<std::shared_ptr<MetricSource>> sources_;
    // Each group once, in the place of its first member.
    std::vector<Reading> readings_;
    bool timeStampOnly_ = false;
};

}  // namespace gantry::perf
