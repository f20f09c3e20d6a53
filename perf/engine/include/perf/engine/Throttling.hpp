#pragma once

#include <perf/engine/Engine.hpp>
#include <perf/model/Throttle.hpp>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

namespace gantry::perf {

/// Switches off timers that are not worth what measuring them costs. Somebody looks at a snapshot
/// every tenth of a second; measuring itself costs nothing for it. A timer that was switched off
/// stays so until the rule is changed.
///
///     Throttling throttling(engine);
///     ThrottleRule rule;
///     rule.calls = 100000;
///     rule.averageNs = 10000;
///     throttling.setRule(rule);
class Throttling final {
public:
    /// How often there is a look.
    static constexpr std::chrono::milliseconds kInterval{100};

    /// Which thread pays for a look.
    enum class Looks {
        ByItself,  ///< in a thread of its own, which exists only while there is a rule
        ByOwner    ///< who made it calls look()
    };

    /// The engine outlives it.
    explicit Throttling(Engine& engine, Looks looks = Looks::ByItself)
        : engine_(engine), looks_(looks) {}

    /// From now on by this rule; an empty one switches all throttled timers on again. Any thread.
    /// Throws std::bad_alloc, and std::system_error where no thread can be made. A rule equal to
    /// the present one changes nothing. The thread of Looks::ByItself is made at the first rule
    /// that is not empty.
    void setRule(ThrottleRule rule);

    /// Looks and decides once, now. Any thread. Throws std::bad_alloc. Compares the time since the
    /// last look. Costs a snapshot of the engine; without a rule it does nothing.
    void look();

private:
    // The thread of Looks::ByItself: look() at each interval, until the rule is empty.
    void watch(const std::stop_token& stop);

    Engine& engine_;
    const Looks looks_;
    // Held during a look, so that a rule is never applied after it was changed.
    std::mutex mutex_;
    ThrottleRule rule_;
    // Under mutex_, as rule_ and hasBefore_.
    Profile before_;
    // Whether before_ is of the present rule: a rule begins with what was measured from the
    // start.
    bool hasBefore_ = false;
    std::mutex waitMutex_;
    std::condition_variable_any wake_;
    // Last, so that it is joined before what it uses goes.
    std::jthread thread_;
};

}  // namespace gantry::perf
