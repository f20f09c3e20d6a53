#pragma once

#include <perf/engine/PerThreadGroup.hpp>

#include <vector>

#include "PerfEvent.hpp"

namespace gantry::perf {

/// Counters of the kernel, opened once per thread as one group, so that one `read` gives them all.
class PerfGroup final : public PerThreadGroup {
public:
    /// The events must be known to work together, see tryPerfEvents.
    explicit PerfGroup(std::vector<PerfEvent> events);

private:
    std::unique_ptr<ThreadCounters> makeCounters() noexcept override;

    std::vector<PerfEvent> events_;
};

/// Opens the events for the calling thread and closes them again: 0, or the kernel's error number.
/// Opens, reads and closes files: for set-up only.
int tryPerfEvents(const std::vector<PerfEvent>& events);

}  // namespace gantry::perf
