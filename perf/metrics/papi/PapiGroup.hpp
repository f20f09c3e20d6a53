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

/// Counts the events on the calling thread for a moment: PAPI_OK, or PAPI's status.
int tryPapiEvents(const std::vector<std::string>& events);

}  // namespace gantry::perf
