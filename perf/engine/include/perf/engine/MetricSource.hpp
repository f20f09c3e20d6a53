#pragma once

#include <perf/model/Metric.hpp>
#include <perf/segment/Layout.hpp>

#include <cstddef>
#include <cstdint>
#include <sys/types.h>

namespace gantry::perf {

class MetricGroup;

/// Where in a group a metric stands; no group for a metric that is read on its own.
struct GroupPlace {
    MetricGroup* group = nullptr;
    std::size_t place = 0;
};

/// Where the values of one metric come from: a counter that never goes back while a thread runs.
///
/// All methods but metric() are called while measuring: they must not lock, allocate or throw, and
/// any number of threads call them at once.
class MetricSource {
public:
    virtual ~MetricSource() = default;

    /// Name, unit and origin. The same for the life of the source; its name is how users ask for
    /// it.
    virtual const Metric& metric() const noexcept = 0;

    /// The counter as the calling thread sees it, in ticks. Of a thread that is ending, too: timers
    /// that still run are closed then.
    virtual std::uint64_t read() noexcept = 0;

    /// The counter as the thread with that system id sees it now; false when it cannot be reported,
    /// for instance because the thread is over.
    virtual bool readFor(pid_t thread, std::uint64_t& ticks) noexcept = 0;

    /// Ticks times this, divided by 2^32 and rounded down, are units. May become more exact with
    /// time. Below 2^48.
    virtual std::uint64_t unitsPerTick() const noexcept = 0;

    /// How another process finds the counter's present value.
    virtual ClockKind clockKind() const noexcept { return ClockKind::Unknown; }

    /// The counter is the same for all threads; one in ns is real time. Such a source may be read
    /// for another thread by reading it here.
    virtual bool processWide() const noexcept = 0;

    /// read() is nothing but the processor's time-stamp counter; the engine then reads it in place.
    virtual bool isTimeStampCounter() const noexcept = 0;

    /// The group this metric is a member of: the engine then reads the whole group at once.
    virtual GroupPlace inGroup() const noexcept { return {}; }
};

/// unitsPerTick() of a source whose ticks are its units. 2^32 stands for 1.
inline constexpr std::uint64_t kTicksAreUnits = std::uint64_t{1} << 32U;

}  // namespace gantry::perf
