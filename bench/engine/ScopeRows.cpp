#include <gantry/Instrumentation.hpp>
#include <gov/cca/AbstractFramework.hpp>
#include <performance/Control.hpp>

#include <cstddef>
#include <memory>
#include <string>

#include "Rows.hpp"

namespace gantry::bench {

namespace {

/// A method as a component has it, instrumented for one backend.
struct Method {
    Method(framework::Framework& framework, const std::string& instance,
           const std::string& provider)
        : services(framework.abstractFramework()->getServices(instance, "bench.User", nullptr)) {
        measured.attach(services);
        framework.connect({instance, "MeasurementPort", provider, "MeasurementPort"});
    }

    std::shared_ptr<gov::cca::Services> services;
    Instrumentation measured{"bench.User"};
    MethodTimer& timer = measured.timer("method");
};

void scopes(const MethodTimer& timer, std::size_t rounds) {
    for (std::size_t i = 0; i < rounds; ++i) {
        const Timed timed(timer);
        keep(i);
    }
}

Case scopeOf(const std::string& name, const char* yardstick, std::shared_ptr<Method> method,
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
                   std::make_shared<Method>(assembly.framework(), "nullUser",
                                            assembly.null().instance),
                   nanosecondsAtMost(1));
}

Case scopeDisabled(Assembly& assembly) {
    const Backend& native = assembly.native();
    auto method = std::make_shared<Method>(assembly.framework(), "offUser", native.instance);
    native.measurement->createControl()->disableGroupName("offUser");
    return scopeOf("native: scope, disabled group", kTwoCalls, std::move(method),
                   nanosecondsAtMost(1));
}

Case scopeNative(Assembly& assembly) {
    return scopeOf("native: scope", kTwoReads,
                   std::make_shared<Method>(assembly.framework(), "nativeUser",
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
