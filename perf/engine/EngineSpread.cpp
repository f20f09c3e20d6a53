// Timers of which the duration of each call is also a value of an event. Callers know them by a
// number that no call path has, so that start and stop of all others are as they would be without.
#include <base/text/GlobPattern.hpp>
#include <perf/engine/Engine.hpp>
#include <perf/engine/EngineError.hpp>

#include <algorithm>
#include <string>

namespace gantry::perf {

// The data is written before the flag that stopSpread() tests.
std::uint32_t Engine::withSpread(std::uint32_t timer) {
    if (!durations_) {
        return timer;
    }
    const TimerInfo info = timers_.at(timer);
    const bool isChosen =
        info.kind != TimerKind::Parameter &&
        std::any_of(spread_.begin(), spread_.end(), [&info](const std::string& pattern) {
            return base::matchesPattern(pattern, info.name) ||
                   base::matchesPattern(pattern, fullName(info));
        });
    if (!isChosen) {
        return timer;
    }
    try {
        const std::string unit = measured().describe().front().unit;
        durations_->setData(timer, events_.add(durationEvent(fullName(info), unit), false));
        durations_->setFlags(timer, 1);
    } catch (const EngineError&) {
        // No room for the event: the timer itself is measured all the same.
        return timer;
    }
    // An estimate has no spread.
    timers_.noteAsked(timer);
    return timer | kSpreadTimer;
}

std::string durationEvent(const std::string& fullName, const std::string& unit) {
    return "duration of " + fullName + " [" + unit + "]";
}

void Engine::startSpread(std::uint32_t timer) noexcept {
    if (!timers_.enabled(timer)) {
        return;
    }
    ThreadAnchor& anchor = anchorOfThread();
    if (anchor.inside != 0) {
        refuse(anchor, timer, RefusedUse::Start);
        return;
    }
    startSlowly(anchor, timer);
}

// The duration is what the call adds to the sum of its node, so that event and timer agree to the
// tick.
void ThreadArea::stopSpread(std::uint32_t timer) noexcept {
    NodeRecord* node = nullptr;
    if (!tooDeep() && isInnermost(timer)) {
        NodeRecord* const* running = top_;
        while ((*running)->id != timer) {
            --running;
        }
        node = *running;
    }
    // The sum of the calls before, which stands still while the node runs.
    const std::uint64_t before = node != nullptr ? loadRelaxed(node->word(0, 0)) : 0;
    if (sampling_ != nullptr) {
        stopSampled(timer, metrics_);
    } else {
        stop<true>(timer, metrics_);
    }
    if (node != nullptr && durations_ != nullptr && durations_->flags(timer) != 0) {
        const auto value = metrics_.units(0, loadRelaxed(node->word(0, 0)) - before);
        trigger(durations_->data(timer), static_cast<double>(value),
                {.keepQuantiles = keepQuantiles_, .isOfCall = true});
    }
}

}  // namespace gantry::perf
