#include <framework/Framework.hpp>
#include <gantry/Instrumentation.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/AbstractFramework.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/ParameterPort.hpp>
#include <perf/engine/MetricSet.hpp>
#include <perf/engine/MetricSources.hpp>
#include <performance/Control.hpp>
#include <performance/Event.hpp>
#include <performance/Measurement.hpp>
#include <performance/Timer.hpp>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "Backend.hpp"
#include "Harness.hpp"
#include "OpaqueLibrary.hpp"
#include "OpaqueObject.hpp"

namespace {

using gantry::bench::Backend;
using gantry::bench::Case;
using gantry::bench::keep;
using gantry::bench::Timers;

constexpr std::size_t kMany = 1000;

void startStop(performance::Timer& timer, std::size_t rounds) {
    for (std::size_t i = 0; i < rounds; ++i) {
        timer.start();
        timer.stop();
    }
}

void nested(const Timers& timers, std::size_t rounds) {
    for (std::size_t i = 0; i < rounds; ++i) {
        for (const auto& timer : timers) {
            timer->start();
        }
        for (std::size_t k = timers.size(); k-- > 0;) {
            timers[k]->stop();
        }
    }
}

void roundRobin(const Timers& timers, std::size_t rounds) {
    std::size_t next = 0;
    for (std::size_t i = 0; i < rounds; ++i) {
        timers[next]->start();
        timers[next]->stop();
        next = next + 1 == timers.size() ? 0 : next + 1;
    }
}

void trigger(performance::Event& event, std::size_t rounds) {
    constexpr std::size_t kValues = 1023;
    for (std::size_t i = 0; i < rounds; ++i) {
        event.trigger(static_cast<double>(1 + (i & kValues)));
    }
}

void scope(const gantry::MethodTimer& timer, std::size_t rounds) {
    for (std::size_t i = 0; i < rounds; ++i) {
        const gantry::Timed timed(timer);
        keep(i);
    }
}

/// A method as a component has it, instrumented for one backend.
struct Method {
    Method(gantry::framework::Framework& framework, const std::string& instance,
           const std::string& provider)
        : services(framework.abstractFramework()->getServices(instance, "bench.User", nullptr)) {
        measured.attach(services);
        framework.connect({instance, "MeasurementPort", provider, "MeasurementPort"});
    }

    std::shared_ptr<gov::cca::Services> services;
    gantry::Instrumentation measured{"bench.User"};
    gantry::MethodTimer& timer = measured.timer("method");
};

/// A multiplexer before backends of its own, each at one port.
struct Multiplexed {
    Multiplexed(gantry::framework::Framework& framework, const std::vector<std::string>& classes)
        : backend(framework, "performance.Multiplexer", ""),
          parameters(gantry::castPort<gov::cca::ports::ParameterPort>(
              framework.providedPort(backend.instance, "configuration"), "configuration")),
          active(parameters->readConfigurationMap()->cloneEmpty()) {
        for (const std::string& name : classes) {
            const gantry::bench::Backend behind(framework, name, "");
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
    int ports = 0;
    bool first = false;
};

/// Reads of the clocks the backends use, and nothing else.
class Clocks final {
public:
    void wallTwice(std::size_t rounds) {
        for (std::size_t i = 0; i < 2 * rounds; ++i) {
            std::uint64_t ticks = 0;
            if (counter_) {
                gantry::perf::TimeStampReader::read(&ticks);
            } else {
                ticks = wall_->read();
            }
            keep(ticks);
        }
    }
    void bothTwice(std::size_t rounds) {
        for (std::size_t i = 0; i < rounds; ++i) {
            wallTwice(1);
            keep(cpu_->read());
            keep(cpu_->read());
        }
    }

private:
    std::shared_ptr<gantry::perf::MetricSource> wall_ = gantry::perf::wallClock();
    std::shared_ptr<gantry::perf::MetricSource> cpu_ = gantry::perf::threadCpuClock();
    bool counter_ = wall_->isTimeStampCounter();
};

/// A timer over several metrics, and two bare reads of the same ones.
struct SeveralMetrics {
    SeveralMetrics(gantry::framework::Framework& framework, const std::string& names)
        : metrics(gantry::perf::chooseMetrics(names).sources),
          backend(framework, "performance.Native", names),
          timer(backend.timers(1, "several")) {}

    void readTwice(std::size_t rounds) const {
        std::uint64_t ticks[gantry::perf::kMaxMetrics];
        for (std::size_t i = 0; i < 2 * rounds; ++i) {
            metrics.read(ticks);
            keep(ticks[0]);
        }
    }

    gantry::perf::MetricSet metrics;
    Backend backend;
    Timers timer;
};

struct Subject {
    Subject(gantry::framework::Framework& framework, const std::filesystem::path& library)
        : null(framework, "performance.Null", ""),
          native(framework, "performance.Native", "wall"),
          both(framework, "performance.Native", "wall,cpu"),
          noQuantiles(framework, "performance.Native", "wall", false),
          two(framework, "wall,perf::TASK-CLOCK"),
          four(framework, "wall,perf::TASK-CLOCK,perf::PAGE-FAULTS,perf::CONTEXT-SWITCHES"),
          nullMethod(framework, "nullUser", null.instance),
          nativeMethod(framework, "nativeUser", native.instance),
          offMethod(framework, "offUser", native.instance),
          noTool(framework, {}),
          oneTool(framework, {"performance.Native"}),
          twoTools(framework, {"performance.Native", "performance.Null"}),
          exchanged(framework, {"performance.Native", "performance.Native"}),
          noToolMethod(framework, "noToolUser", noTool.backend.instance),
          opaque(gantry::bench::opaque<gantry::bench::GetOpaqueObject>(
              library, "gantry_bench_opaque_object")) {
        native.measurement->createControl()->disableGroupName("off");
        native.measurement->createControl()->disableGroupName("offUser");
    }

    Backend null;
    Backend native;
    Backend both;
    Backend noQuantiles;
    SeveralMetrics two;
    SeveralMetrics four;
    Clocks clocks;
    Method nullMethod;
    Method nativeMethod;
    Method offMethod;
    Multiplexed noTool;
    Multiplexed oneTool;
    Multiplexed twoTools;
    Multiplexed exchanged;
    Method noToolMethod;
    gantry::bench::OpaqueObject* opaque;
    Timers oneToolTimer = oneTool.backend.timers(1, "one");
    Timers twoToolsTimer = twoTools.backend.timers(1, "two");
    Timers exchangedTimers = exchanged.backend.timers(4, "open");
    Timers nullTimer = null.timers(1, "null");
    Timers flat = native.timers(1, "flat");
    Timers nest = native.timers(4, "nested");
    Timers recursive = Timers(4, flat.front());
    Timers many = native.timers(kMany, "many");
    Timers off = native.timers(1, "off");
    Timers bothTimer = both.timers(1, "both");
    gantry::MethodTimer idle{"idle"};
    std::shared_ptr<performance::Event> event =
        noQuantiles.measurement->createEventWithName("event");
    std::shared_ptr<performance::Event> sketched = native.measurement->createEventWithName("event");
};

std::vector<Case> casesOf(Subject& s) {
    const std::string calls = "two virtual calls";
    const std::string wall = "two clock reads";
    const std::string both = "two reads of wall and cpu";
    // Of the rest alone where the kernel counts no software events; gantry doctor tells.
    const std::string two = "two reads of wall, 1 of perf";
    const std::string four = "two reads of wall, 3 of perf";
    return {
        {calls, "",
         [&s](std::size_t n) {
             for (std::size_t i = 0; i < n; ++i) {
                 s.opaque->begin();
                 s.opaque->end();
             }
         }},
        {wall, "", [&s](std::size_t n) { s.clocks.wallTwice(n); }},
        {both, "", [&s](std::size_t n) { s.clocks.bothTwice(n); }},
        {"null: start/stop", calls, [&s](std::size_t n) { startStop(*s.nullTimer.front(), n); }},
        {"no backend: scope", calls, [&s](std::size_t n) { scope(s.idle, n); }},
        {"null: scope", calls, [&s](std::size_t n) { scope(s.nullMethod.timer, n); }},
        {"native: start/stop", wall, [&s](std::size_t n) { startStop(*s.flat.front(), n); }},
        {"native: nested 4", wall, [&s](std::size_t n) { nested(s.nest, n); }, 4},
        {"native: recursive 4", wall, [&s](std::size_t n) { nested(s.recursive, n); }, 4},
        {"native: 1000 timers", wall, [&s](std::size_t n) { roundRobin(s.many, n); }},
        {"native: scope", wall, [&s](std::size_t n) { scope(s.nativeMethod.timer, n); }},
        {"native: disabled group", calls, [&s](std::size_t n) { startStop(*s.off.front(), n); }},
        {"native: scope, disabled", calls, [&s](std::size_t n) { scope(s.offMethod.timer, n); }},
        {"native: wall and cpu", both, [&s](std::size_t n) { startStop(*s.bothTimer.front(), n); }},
        {"native: event", wall, [&s](std::size_t n) { trigger(*s.event, n); }},
        {"native: event, quantiles", wall, [&s](std::size_t n) { trigger(*s.sketched, n); }},
        {"multiplexer: scope, no tool", calls,
         [&s](std::size_t n) { scope(s.noToolMethod.timer, n); }},
        {"multiplexer: native", wall,
         [&s](std::size_t n) { startStop(*s.oneToolTimer.front(), n); }},
        {"multiplexer: native and null", wall,
         [&s](std::size_t n) { startStop(*s.twoToolsTimer.front(), n); }},
        {"multiplexer: exchange, 4 open", "",
         [&s](std::size_t n) { s.exchanged.exchange(s.exchangedTimers, n); }},
        {two, "", [&s](std::size_t n) { s.two.readTwice(n); }},
        {"native: wall and 1 of perf", two,
         [&s](std::size_t n) { startStop(*s.two.timer.front(), n); }},
        {four, "", [&s](std::size_t n) { s.four.readTwice(n); }},
        {"native: wall and 3 of perf", four,
         [&s](std::size_t n) { startStop(*s.four.timer.front(), n); }},
    };
}

}  // namespace

int main(int argc, char** argv) {
    const std::filesystem::path root =
        std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
    gantry::framework::Framework framework({root / "lib" / "gantry"});
    Subject subject(framework, root / "lib" / "bench" / "opaque_object.so");
    return gantry::bench::runBenchmark(
        argc, argv,
        "Times start/stop through the performance port, with the null and the native backend "
        "loaded from\n"
        "their shared objects, against bare virtual calls and bare reads of the same clocks.",
        casesOf(subject));
}
