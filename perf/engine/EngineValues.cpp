#include <perf/engine/Engine.hpp>
#include <perf/engine/EngineError.hpp>

#include <algorithm>
#include <cmath>
#include <mutex>

#include "ProbeOverhead.hpp"
#include "ThreadRegistry.hpp"

namespace gantry::perf {

TimerValues Engine::valuesOf(std::string_view timer, bool withBelow) const {
    requireOutside("valuesOf");
    requireOwn("valuesOf");
    // A handler that forks must not find the mutex taken by the call it interrupts.
    const Inside inside(anchorOfThread());
    const std::lock_guard lock(indexMutex_);
    index_.update(bytesOf(threads_->segment()), measured().count());
    const auto unitsPerTick = measured().unitsPerTick();
    TimerValues sum;
    const std::lock_guard floorsLock(floors_.mutex());
    floors_.begin(bytesOf(threads_->segment()));
    for (const std::uint32_t id : index_.find(timer)) {
        sum += index_.read(id, measured(), unitsPerTick, &floors_, withBelow);
        if (sampling_.on()) {
            // Who looks at one timer, as a tuner does, looks at the difference of few calls.
            timers_.noteAsked(id);
        }
    }
    return sum;
}

CountedPlace* Engine::countedPlace(TimerId timer) {
    requireOutside("countedPlace");
    // The durations of the calls of a timer with a spread are all wanted.
    const std::uint32_t id = number(timer);
    if (!sampling_.on() || id != recordOf(id)) {
        return nullptr;
    }
    const Inside inside(anchorOfThread());
    return &timers_.countedPlace(id);
}

MeasuredOverhead Engine::overhead() const {
    requireOutside("overhead");
    requireOwn("overhead");
    const Inside inside(anchorOfThread());
    (void)measureOverhead();
    const std::lock_guard lock(pairMutex_);
    MeasuredOverhead overhead{probeOverhead_.value_or(ProbeOverhead{}), overheadError_};
    overhead.cost.untimed = samplingOverhead_.untimed;
    return overhead;
}

void Engine::setSamplingOverhead(const SamplingOptions& options) {
    if (!sampling_.on()) {
        return;
    }
    MeasuredOverhead overhead;
    if (options.overhead) {
        overhead = {*options.overhead, {options.overheadError}};
        probeOverhead_ = overhead.cost;
    } else {
        overhead = measureSamplingOverhead(measured(), timers_, options.countedByCallers);
    }
    samplingOverhead_ = overhead.cost;
    overheadError_ = overhead.error;
    sampling_.pair = measured().ticksOf(samplingOverhead_.pair[0]);
    sampling_.inside = measured().ticksOf(samplingOverhead_.inside[0]);
    sampling_.untimed = measured().ticksOf(samplingOverhead_.untimed[0]);
}

// Inside the engine. Returns the error where it was measured now.
std::optional<std::string> Engine::measureOverhead() const {
    MeasuredOverhead measuredNow;
    {
        const std::lock_guard lock(pairMutex_);
        if (probeOverhead_) {
            return std::nullopt;
        }
        measuredNow = measureProbeOverhead(measured(), timers_);
        if (sampling_.on()) {
            // What timing shows of itself was taken off the calls that were only counted.
            measuredNow.error[0] =
                std::max({measuredNow.error[0], overheadError_[0],
                          std::abs(measuredNow.cost.inside[0] - samplingOverhead_.inside[0])});
        }
        probeOverhead_ = measuredNow.cost;
        overheadError_ = measuredNow.error;
        MetricSet::noteProbeOverhead(threads_->segment(), measuredNow.cost);
    }
    std::string error = overheadErrorText(measuredNow.error, measured().count());
    try {
        noteFact(kOverheadError, error);
    } catch (const EngineError&) {
        // Without room the error is unknown, which readers take for as much as the overhead.
        return std::nullopt;
    }
    return error;
}

}  // namespace gantry::perf
