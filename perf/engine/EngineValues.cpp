#include <perf/engine/Engine.hpp>

#include <mutex>

#include "ThreadRegistry.hpp"

namespace gantry::perf {

TimerValues Engine::valuesOf(std::string_view timer) const {
    requireOutside("valuesOf");
    requireOwn("valuesOf");
    // A handler that forks must not find the mutex taken by the call it interrupts.
    const Inside inside(anchorOfThread());
    const std::lock_guard lock(indexMutex_);
    index_.update(bytesOf(threads_->segment()), measured().count());
    const auto unitsPerTick = measured().unitsPerTick();
    TimerValues sum;
    for (const std::uint32_t id : index_.find(timer)) {
        sum += index_.read(id, measured(), unitsPerTick);
        if (sampling_.on()) {
            // Who looks at one timer, as a tuner does, looks at the difference of few calls.
            timers_.noteAsked(id);
        }
    }
    return sum;
}

}  // namespace gantry::perf
