#include <perf/engine/MetricPlugin.hpp>

#include <papi.h>

#include "PapiEvent.hpp"
#include "PapiGroup.hpp"
#include "PapiThread.hpp"

namespace {

// NOLINTNEXTLINE(google-build-using-namespace): all of the plug-in contract
using namespace gantry::perf;

constexpr MetricPluginDescription kDescription{
    kMetricPluginAbi, "PAPI_* *::*", "PAPI_TOT_CYC PAPI_TOT_INS PAPI_L1_DCM PAPI_FP_OPS",
    "events by PAPI: presets PAPI_NAME and native ones UNIT::NAME"};

// Those that can be counted by this thread, together.
std::unique_ptr<MetricGroup> openPapi(const std::vector<std::string>& names,
                                      std::vector<MetricRefusal>& refused) {
    startPapi();
    const PapiThread thread;
    // A set that still runs here for a group that is gone would have ours refused.
    PerThreadGroup::dropOld();
    std::vector<std::string> events;
    for (const std::string& name : names) {
        std::vector<std::string> together = events;
        together.push_back(name);
        if (const int status = tryPapiEvents(together); status != PAPI_OK) {
            refused.push_back({name, whyRefused(name, status, !events.empty())});
        } else {
            events = std::move(together);
        }
    }
    return events.empty() ? nullptr : std::make_unique<PapiGroup>(std::move(events));
}

}  // namespace

GANTRY_METRICS(openPapi, kDescription);
