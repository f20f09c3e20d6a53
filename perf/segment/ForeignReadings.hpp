#pragma once

#include <perf/segment/Capture.hpp>
#include <perf/segment/Layout.hpp>

#include <cstdint>
#include <vector>

namespace gantry::perf {

/// What the metrics of another process's segment read now, as far as that can be known from
/// outside; or, of a process that is gone, at its end.
class ForeignReadings final : public MetricReadings {
public:
    /// endNs: CLOCK_MONOTONIC at the end of the process, or the last moment known of it; 0 while it
    /// runs.
    ForeignReadings(std::vector<MetricRecord> metrics, std::uint64_t endNs);

    /// False as soon as one metric has no clock that this process can read, and for every thread of
    /// a process that is gone.
    bool readFor(pid_t thread, std::uint64_t* ticks) const noexcept override;
    /// The reading at the end where it is known; else the present one of a clock that is the same
    /// for all threads.
    void least(std::uint64_t* ticks) const noexcept override;

private:
    std::vector<MetricRecord> metrics_;
    std::uint64_t endNs_;
    std::vector<std::uint64_t> endTicks_;  ///< 0 where the end is not known
};

}  // namespace gantry::perf
