#include <gantry/Instrumentation.hpp>
#include <performance/Control.hpp>

#include <cstddef>
#include <memory>
#include <string>

#include "Rows.hpp"
#include "ScopedMethod.hpp"

namespace gantry::bench {

namespace {

Case scopeOf(const std::string& name, const char* yardstick, std::shared_ptr<ScopedMethod> method,
             Goal goal) {
    return {name, yardstick,
            [method = std::move(method)](std::size_t rounds) { scopes(method->timer, rounds); }, 1,
            goal};
}

}  // namespace

Case scopeWithoutBackend(Assembly& /*assembly*/) {
    return {"no backend: scope", kTwoCalls,
            [timer = std::make_shared<MethodTimer>("idle")](std::size_t rounds) {
                scopes(*timer, rounds);
            },
            1, nanosecondsAtMost(1)};
}

Case scopeNull(Assembly& assembly) {
    return scopeOf("null: scope", kTwoCalls,
                   std::make_shared<ScopedMethod>(assembly.framework(), "nullUser",
                                            assembly.null().instance),
                   nanosecondsAtMost(1));
}

Case scopeDisabled(Assembly& assembly) {
    const Backend& native = assembly.native();
    auto method = std::make_shared<ScopedMethod>(assembly.framework(), "offUser", native.instance);
    native.measurement->createControl()->disableGroupName("offUser");
    return scopeOf("native: scope, disabled group", kTwoCalls, std::move(method),
                   nanosecondsAtMost(1));
}

Case scopeNative(Assembly& assembly) {
    return scopeOf("native: scope", kTwoReads,
                   std::make_shared<ScopedMethod>(assembly.framework(), "nativeUser",
                                            assembly.native().instance),
                   ratioAtMost(1.10));
}

Case disabledGroup(Assembly& assembly) {
    const Backend& native = assembly.native();
    const auto timer = native.timers(1, "off").front();
    native.measurement->createControl()->disableGroupName("off");
    return {"native: disabled group", kTwoCalls,
            [timer](std::size_t rounds) { startStop(*timer, rounds); }};
}

}  // namespace gantry::bench
