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

    bool readFor(pid_t thread, std::uint64_t* ticks) const noexcept override;
    void least(std::uint64_t* ticks) const noexcept override;

private:
    std::vector<MetricRecord> metrics_;
    std::uint64_t endNs_;
    std::vector<std::uint64_t> endTicks_;  ///< 0 where the end is not known
};

}  // namespace gantry::perf
