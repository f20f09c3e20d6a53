#pragma once

#include <perf/engine/Engine.hpp>
#include <perf/model/Throttle.hpp>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

namespace performance::native {

/// Switches off timers that are not worth what measuring them costs. Looks at a snapshot every
/// tenth of a second from a thread of its own, which exists only while there is a rule; measuring
/// itself costs nothing for it. A timer that was switched off stays so until the rule is changed.
class Throttling final {
public:
    explicit Throttling(gantry::perf::Engine& engine) : engine_(engine) {}

    /// From now on by this rule; an empty one switches all throttled timers on again. Any thread.
    void setRule(gantry::perf::ThrottleRule rule);

    /// Looks and decides once, now.
    void look();

private:
    static constexpr std::chrono::milliseconds kInterval{100};

    void watch(const std::stop_token& stop);

    gantry::perf::Engine& engine_;
    // Held during a look, so that a rule is never applied after it was changed.
    std::mutex mutex_;
    gantry::perf::ThrottleRule rule_;
    gantry::perf::Profile before_;
    bool hasBefore_ = false;
    std::mutex waitMutex_;
    std::condition_variable_any wake_;
    // Last, so that it is joined before what it uses goes.
    std::jthread thread_;
};

}  // namespace performance::native
