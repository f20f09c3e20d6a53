#include <performance/Event.hpp>

#include <cstddef>
#include <functional>
#include <memory>

#include "Rows.hpp"

namespace gantry::bench {

namespace {

std::function<void(std::size_t)> trigger(const std::shared_ptr<performance::Event>& event) {
    return [event](std::size_t rounds) {
        constexpr std::size_t kValues = 1023;
        performance::Event& same = *event;
        for (std::size_t i = 0; i < rounds; ++i) {
            same.trigger(static_cast<double>(1 + (i & kValues)));
        }
    };
}

}  // namespace

Case eventTrigger(Assembly& assembly) {
    const Backend& plain = assembly.backend("performance.Native", "wall", false);
    return {"native: event", kTwoReads, trigger(plain.measurement->createEventWithName("event")), 1,
            nanosecondsAtMost(7)};
}

Case eventTriggerWithQuantiles(Assembly& assembly) {
    return {"native: event, quantiles", kTwoReads,
            trigger(assembly.native().measurement->createEventWithName("event")), 1,
            nanosecondsAtMost(20)};
}

}  // namespace gantry::bench
