#include <perf/engine/Engine.hpp>

#include <mutex>

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

}  // namespace gantry::perf
