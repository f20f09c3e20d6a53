#include <base/text/Joined.hpp>
#include <perf/engine/Engine.hpp>
#include <perf/engine/Machine.hpp>
#include <perf/engine/MetricSources.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/recording/LocalProbeOverhead.hpp>

#include <exception>
#include <string>
#include <utility>

namespace gantry::perf {

namespace {

bool isFromHere(const Machine& machine) {
    const Machine here = readMachine();
    return machine.host == here.host && machine.cpuModel == here.cpuModel;
}

}  // namespace

void addProbeOverhead(Profile& profile) {
    if (profile.probeOverhead || profile.metrics.empty() || !isFromHere(profile.machine)) {
        return;
    }
    const std::string names = base::joined(profile.metrics, ",", &Metric::name);
    try {
        EngineOptions options;
        options.metrics = metricsByName(names);
        // An engine of its own, with the same metrics, measures the overhead when it is made.
        const Profile own = Engine(std::move(options)).snapshot();
        // Some metrics may be refused here; the others' overhead is not that of the whole set.
        if (own.metrics == profile.metrics) {
            profile.probeOverhead = own.probeOverhead;
            const auto error = overheadError(own);
            profile.context.emplace_back(kOverheadError,
                                         overheadErrorText(error, profile.metrics.size()));
            profile.context.emplace_back("measurement overhead",
                                         "measured afterwards, on this machine");
        }
    } catch (const std::exception&) {
        // Not to be measured here: then it is not known.
        return;
    }
}

void LocalProbeOverhead::addTo(Profile& profile) {
    if (profile.probeOverhead) {
        return;
    }
    if (!overhead_) {
        Profile measured;
        measured.metrics = profile.metrics;
        measured.machine = profile.machine;
        addProbeOverhead(measured);
        overhead_ = measured.probeOverhead;
        facts_ = measured.context;
    }
    profile.probeOverhead = overhead_;
    profile.context.insert(profile.context.end(), facts_.begin(), facts_.end());
}

}  // namespace gantry::perf
