#pragma once

#include <framework/Framework.hpp>
#include <gantry/Instrumentation.hpp>
#include <gov/cca/AbstractFramework.hpp>

#include <cstddef>
#include <memory>
#include <string>

#include "Harness.hpp"

namespace gantry::bench {

/// A method as a component has it, instrumented for one backend.
struct ScopedMethod {
    /// instance: a name of its own; provider: the instance of the backend.
    ScopedMethod(framework::Framework& framework, const std::string& instance,
                 const std::string& provider)
        : services(framework.abstractFramework()->getServices(instance, "bench.User", nullptr)) {
        measured.attach(services);
        framework.connect({instance, "MeasurementPort", provider, "MeasurementPort"});
    }

    std::shared_ptr<gov::cca::Services> services;
    Instrumentation measured{"bench.User"};
    MethodTimer& timer = measured.timer("method");
};

/// Scope guards over that timer, one after the other.
inline void scopes(const MethodTimer& timer, std::size_t rounds) {
    for (std::size_t i = 0; i < rounds; ++i) {
        const Timed timed(timer);
        keep(i);
    }
}

}  // namespace gantry::bench
