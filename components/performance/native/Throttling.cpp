#include "Throttling.hpp"

#include <perf/model/Diff.hpp>

#include <exception>
#include <utility>

namespace performance::native {

void Throttling::setRule(gantry::perf::ThrottleRule rule) {
    const std::lock_guard lock(mutex_);
    if (rule == rule_) {
        return;
    }
    rule_ = std::move(rule);
    for (const gantry::perf::TimerInfo& timer : engine_.snapshot().timers) {
        if (timer.throttled) {
            engine_.setThrottled(gantry::perf::TimerId{timer.id}, false);
        }
    }
    hasBefore_ = false;
    if (!rule_.empty() && !thread_.joinable()) {
        thread_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
    }
}

void Throttling::look() {
    const std::lock_guard lock(mutex_);
    if (rule_.empty()) {
        return;
    }
    gantry::perf::Profile now = engine_.snapshot();
    const gantry::perf::Profile recent = hasBefore_ ? gantry::perf::diff(now, before_) : now;
    for (const std::uint32_t timer : gantry::perf::timersToThrottle(now, recent, rule_)) {
        engine_.setThrottled(gantry::perf::TimerId{timer}, true);
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

}  // namespace performance::native
