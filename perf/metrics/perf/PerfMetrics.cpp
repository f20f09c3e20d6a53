#include <perf/engine/MetricPlugin.hpp>

#include "PerfEvent.hpp"
#include "PerfGroup.hpp"

namespace {

// NOLINTNEXTLINE(google-build-using-namespace): all of the plug-in contract
using namespace gantry::perf;

constexpr MetricPluginDescription kDescription{
    kMetricPluginAbi, "perf::*",
    "perf::TASK-CLOCK perf::PAGE-FAULTS perf::CONTEXT-SWITCHES perf::CPU-MIGRATIONS perf::CYCLES "
    "perf::INSTRUCTIONS perf::CACHE-MISSES perf::BRANCH-MISSES",
    "counters of the kernel (perf_event_open), software and hardware"};

// Those that can be counted by this thread, together.
std::unique_ptr<MetricGroup> openPerf(const std::vector<std::string>& names,
                                      std::vector<MetricRefusal>& refused) {
    std::vector<PerfEvent> events;
    for (const std::string& name : names) {
        const PerfEvent* const event = findPerfEvent(name);
        if (event == nullptr) {
            refused.push_back(
                {name, "the kernel has no counter of that name; " + nearPerfEvents(name)});
            continue;
        }
        std::vector<PerfEvent> together = events;
        together.push_back(*event);
        if (const int error = tryPerfEvents(together); error != 0) {
            refused.push_back({name, whyRefused(*event, error, !events.empty())});
        } else {
            events = std::move(together);
        }
    }
    return events.empty() ? nullptr : std::make_unique<PerfGroup>(std::move(events));
}

}  // namespace

GANTRY_METRICS(openPerf, kDescription);
