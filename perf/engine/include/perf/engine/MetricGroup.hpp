#pragma once

#include <perf/model/Metric.hpp>

#include <cstdint>
#include <memory>
#include <sys/types.h>
#include <vector>

namespace gantry::perf {

class MetricSource;

/// Metrics that one reading gives together, such as the counters of one system call. Each is a
/// counter in its own unit that never goes back while a thread runs.
///
/// read and readFor are called while measuring: no lock, no exception, and no allocation but for
/// the first reading on a thread. Any number of threads call them at once. In a forked child the
/// counters begin at 0 and are the child's own; where they cannot be had, they stay 0.
///
/// One made by a shared object of MetricPlugin.hpp is ended by that object, which stays loaded. An
/// engine and its threads hold it together, so its destructor may run on any thread.
class [[gnu::visibility("default")]] MetricGroup {
public:
    virtual ~MetricGroup() = default;

    /// Name, unit and origin of each metric; 1 to kMaxMetrics, the same for the group's life.
    virtual const std::vector<Metric>& metrics() const noexcept = 0;

    /// All counters as the calling thread sees them, one value per metric. kMaxMetrics places are
    /// there. Costs what reading the counters costs, twice for each call that is timed.
    virtual void read(std::uint64_t * values) noexcept = 0;

    /// The counters as the thread with that system id sees them, as of now or of its last reading;
    /// false when nothing is known of it.
    virtual bool readFor(pid_t thread, std::uint64_t * values) noexcept = 0;

    /// Threads on which the counters could not be set up; they show zeros. The profile says how
    /// many there were; see kThreadsWithoutMetric.
    virtual std::uint64_t threadsWithout() const noexcept {
        return 0;
    }
};

/// One source per metric of the group, in its order. Those handed to one engine are read at once.
/// Each holds the group. A single member that is read alone costs a reading of the whole group.
std::vector<std::shared_ptr<MetricSource>> membersOf(const std::shared_ptr<MetricGroup>& group);

}  // namespace gantry::perf
