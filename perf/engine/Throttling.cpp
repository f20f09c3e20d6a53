#include <perf/engine/Throttling.hpp>
#include <perf/model/Diff.hpp>

#include <exception>
#include <utility>

namespace gantry::perf {

// All timers are switched on again, also those that the new rule would throttle: it decides by its
// own figures.
void Throttling::setRule(ThrottleRule rule) {
    const std::lock_guard lock(mutex_);
    if (rule == rule_) {
        return;
    }
    rule_ = std::move(rule);
    for (const TimerInfo& timer : engine_.snapshot().timers) {
        if (timer.throttled) {
            engine_.setThrottled(TimerId{timer.id}, false);
        }
    }
    hasBefore_ = false;
    if (looks_ == Looks::ByItself && !rule_.empty() && !thread_.joinable()) {
        thread_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
    }
}

void Throttling::look() {
    const std::lock_guard lock(mutex_);
    if (rule_.empty()) {
        return;
    }
    Profile now = engine_.snapshot();
    const Profile recent = hasBefore_ ? diff(now, before_) : now;
    for (const std::uint32_t timer : timersToThrottle(now, recent, rule_)) {
        engine_.setThrottled(TimerId{timer}, true);
    }
    before_ = std::move(now);
    hasBefore_ = true;
}

void Throttling::watch(const std::stop_token& stop) {
    std::unique_lock lock(waitMutex_);
    while (!stop.stop_requested()) {
        wake_.wait_for(lock, stop, kInterval, [] { return false; });
        if (!stop.stop_requested()) {
            try {
                look();
            } catch (const std::exception&) {
                // No memory for a snapshot: the next look decides.
                continue;
            }
        }
    }
}

}  // namespace gantry::perf
