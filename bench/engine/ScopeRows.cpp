#include <performance/Control.hpp>

#include <cstddef>
#include <memory>

#include "Method.hpp"
#include "Rows.hpp"

namespace gantry::bench {

Case scopeWithoutBackend(Assembly& /*assembly*/) {
    return {"no backend: scope", kTwoCalls,
            [timer = std::make_shared<MethodTimer>("idle")](std::size_t rounds) {
                scope(*timer, rounds);
            },
            1, nanosecondsAtMost(1)};
}

Case scopeNull(Assembly& assembly) {
    const std::string backend = assembly.null().instance;
    return {"null: scope", kTwoCalls,
            [method = std::make_shared<Method>(assembly, "nullUser", backend)](std::size_t rounds) {
                scope(method->timer, rounds);
            },
            1, nanosecondsAtMost(1)};
}

Case scopeDisabled(Assembly& assembly) {
    const Backend& native = assembly.native();
    const auto method = std::make_shared<Method>(assembly, "offUser", native.instance);
    native.measurement->createControl()->disableGroupName("offUser");
    return {"native: scope, disabled group", kTwoCalls,
            [method](std::size_t rounds) { scope(method->timer, rounds); }, 1,
            nanosecondsAtMost(1)};
}

Case scopeNative(Assembly& assembly) {
    const std::string backend = assembly.native().instance;
    return {"native: scope", kTwoReads,
            [method = std::make_shared<Method>(assembly, "nativeUser", backend)](
                std::size_t rounds) { scope(method->timer, rounds); },
            1, ratioAtMost(1.1)};
}

Case scopeCounted(Assembly& assembly) {
    const std::string backend = assembly.sampled().instance;
    const auto method = std::make_shared<Method>(assembly, "countedUser", backend);
    // The first calls of a call path are all timed.
    constexpr std::size_t kFirst = 100'000;
    scope(method->timer, kFirst);
    return {"native: scope, counted", kTwoCalls,
            [method](std::size_t rounds) { scope(method->timer, rounds); }, 1,
            nanosecondsAtMost(4)};
}

Case disabledGroup(Assembly& assembly) {
    const Backend& native = assembly.native();
    const auto timer = native.timers(1, "off").front();
    native.measurement->createControl()->disableGroupName("off");
    return {"native: disabled group", kTwoCalls,
            [timer](std::size_t rounds) { startStop(*timer, rounds); }};
}

}  // namespace gantry::bench
