#include <gantry/Instrumentation.hpp>
#include <performance/Control.hpp>

#include <cstddef>
#include <memory>

#include "Rows.hpp"

namespace gantry::bench {

Case scopeWithoutBackend(Assembly& /*assembly*/) {
    return {"no backend: scope", kTwoCalls,
            [timer = std::make_shared<MethodTimer>("idle")](std::size_t rounds) {
                const MethodTimer& same = *timer;
                for (std::size_t i = 0; i < rounds; ++i) {
                    const Timed timed(same);
                    keep(i);
                }
            },
            1, nanosecondsAtMost(1)};
}

Case disabledGroup(Assembly& assembly) {
    const Backend& native = assembly.native();
    const auto timer = native.timers(1, "off").front();
    native.measurement->createControl()->disableGroupName("off");
    return {"native: disabled group", kTwoCalls,
            [timer](std::size_t rounds) { startStop(*timer, rounds); }};
}

}  // namespace gantry::bench
