#include "ProfileNotes.hpp"

#include <base/text/NumberText.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/segment/TraceCopy.hpp>

#include <algorithm>
#include <cstdint>

namespace gantry::tools {

std::string overheadText(const perf::Profile& profile) {
    if (!profile.probeOverhead) {
        return {};
    }
    const perf::Metric& metric = profile.metrics.front();
    const std::uint64_t calls = perf::allCalls(profile);
    const double all = perf::overheadOf(profile, calls)[0];
    const std::string cost = base::quantity(profile.probeOverhead->pair[0], metric.unit) +
                             " a start and stop, " + base::quantity(all, metric.unit) + " in all";
    if (isCompensated(profile)) {
        // The whole that this is a part of is no longer there.
        return cost;
    }
    return cost + " (" + base::share(all, static_cast<double>(perf::outermostTotal(profile))) +
           " of " + metric.name + ")";
}

bool isCompensated(const perf::Profile& profile) {
    return std::any_of(profile.context.begin(), profile.context.end(),
                       [](const auto& fact) { return fact.first == perf::kCompensated; });
}

std::vector<std::string> metricWarnings(const perf::Profile& profile) {
    std::vector<std::string> warnings;
    for (const auto& [key, value] : profile.context) {
        if (key == perf::kRefusedMetric) {
            warnings.push_back("not measured: " + value);
        } else if (key == perf::kThreadsWithoutMetric) {
            warnings.push_back("threads whose counters could not be set up, which show 0: " +
                               value);
        } else if (key == perf::kLostRecords) {
            warnings.push_back("records of the trace for which there was no room: " + value +
                               "; give it a larger SIZE");
        } else if (key == perf::kUntracedThreads) {
            warnings.push_back("threads without a trace, for want of memory: " + value);
        } else if (key == perf::kTraceProblem) {
            warnings.push_back(value);
        }
    }
    return warnings;
}

}  // namespace gantry::tools
