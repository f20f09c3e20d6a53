#pragma once

#include <gantry/Instrumentation.hpp>
#include <gov/cca/AbstractFramework.hpp>

#include <cstddef>
#include <memory>
#include <string>

#include "Assembly.hpp"
#include "Harness.hpp"

namespace gantry::bench {

/// A method as a component has it, instrumented for one backend.
struct Method {
    /// instance: of the method's component, and the group of its timer; new in the assembly.
    Method(Assembly& assembly, const std::string& instance, const std::string& backend)
        : services(assembly.framework().abstractFramework()->getServices(instance, "bench.User",
                                                                         nullptr)) {
        measured.attach(services);
        assembly.framework().connect({instance, "MeasurementPort", backend, "MeasurementPort"});
    }

    std::shared_ptr<gov::cca::Services> services;
    Instrumentation measured{"bench.User"};
    MethodTimer& timer = measured.timer("method");
};

/// Scopes of that method. Becomes a part of its caller, as startStop.
[[gnu::always_inline]] inline void scope(const MethodTimer& timer, std::size_t rounds) {
    for (std::size_t i = 0; i < rounds; ++i) {
        const Timed timed(timer);
        keep(i);
    }
}

}  // namespace gantry::bench
