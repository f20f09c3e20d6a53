#include <gantry/ports.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/ParameterPort.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "Rows.hpp"
#include "ScopedMethod.hpp"

namespace gantry::bench {

namespace {

/// A multiplexer before backends of its own, each at one port.
struct Multiplexed {
    Multiplexed(framework::Framework& framework, const std::vector<std::string>& classes)
        : backend(framework, "performance.Multiplexer", ""),
          parameters(castPort<gov::cca::ports::ParameterPort>(
              framework.providedPort(backend.instance, "configuration"), "configuration")),
          active(parameters->readConfigurationMap()->cloneEmpty()) {
        int ports = 0;
        for (const std::string& name : classes) {
            const Backend behind(framework, name, "");
            framework.connect({backend.instance, "backend" + std::to_string(++ports),
                               behind.instance, "MeasurementPort"});
        }
    }

    /// Exchanges one backend for the other, as often, while timers are open on this thread.
    void exchange(const Timers& open, std::size_t times) {
        for (const auto& timer : open) {
            timer->start();
        }
        for (std::size_t i = 0; i < times; ++i) {
            first = !first;
            active->putString("active", first ? "backend1" : "backend2");
            parameters->writeConfigurationMap(active);
        }
        for (std::size_t k = open.size(); k-- > 0;) {
            open[k]->stop();
        }
    }

    Backend backend;
    std::shared_ptr<gov::cca::ports::ParameterPort> parameters;
    std::shared_ptr<gov::cca::TypeMap> active;
    bool first = false;
};

Case pairThrough(Assembly& assembly, const std::string& name,
                 const std::vector<std::string>& classes) {
    auto tools = std::make_shared<Multiplexed>(assembly.framework(), classes);
    return {name, kTwoReads,
            [tools, timer = tools->backend.timers(1, "through").front()](std::size_t rounds) {
                startStop(*timer, rounds);
            }};
}

}  // namespace

Case multiplexedScope(Assembly& assembly) {
    auto tools = std::make_shared<Multiplexed>(assembly.framework(), std::vector<std::string>{});
    auto method = std::make_shared<ScopedMethod>(assembly.framework(), "noToolUser",
                                                 tools->backend.instance);
    return {"multiplexer: scope, no tool", kTwoCalls,
            [tools, method](std::size_t rounds) { scopes(method->timer, rounds); }, 1,
            nanosecondsAtMost(1)};
}

Case multiplexedNative(Assembly& assembly) {
    return pairThrough(assembly, "multiplexer: native", {"performance.Native"});
}

Case multiplexedTwo(Assembly& assembly) {
    return pairThrough(assembly, "multiplexer: native and null",
                       {"performance.Native", "performance.Null"});
}

Case multiplexedExchange(Assembly& assembly) {
    auto tools = std::make_shared<Multiplexed>(
        assembly.framework(), std::vector<std::string>{"performance.Native", "performance.Native"});
    return {"multiplexer: exchange, 4 open", "",
            [tools, open = tools->backend.timers(4, "open")](std::size_t rounds) {
                tools->exchange(open, rounds);
            }};
}

}  // namespace gantry::bench
