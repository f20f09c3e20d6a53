#pragma once

#include <perf/engine/PerThreadGroup.hpp>

#include <string>
#include <vector>

namespace gantry::perf {

/// PAPI events in one event set per thread, so that one PAPI_read gives them all.
class PapiGroup final : public PerThreadGroup {
public:
    /// The events must be known to work together, see tryPapiEvents.
    explicit PapiGroup(std::vector<std::string> events);

private:
    std::unique_ptr<ThreadCounters> makeCounters() noexcept override;

    std::vector<std::string> events_;
};

/// Counts the events together on the calling thread for a moment: PAPI_OK, or PAPI's status.
/// startPapi came before, and a PapiThread is alive.
int tryPapiEvents(const std::vector<std::string>& events);

}  // namespace gantry::perf
