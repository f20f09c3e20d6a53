#include <perf/engine/MetricSet.hpp>
#include <perf/engine/MetricSources.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "Rows.hpp"

namespace gantry::bench {

namespace {

constexpr const char* kCpu = "wall,cpu";
// Of the rest alone where the kernel counts no software events; gantry doctor reports.
constexpr const char* kTwo = "wall,perf::TASK-CLOCK";
constexpr const char* kFour = "wall,perf::TASK-CLOCK,perf::PAGE-FAULTS,perf::CONTEXT-SWITCHES";

constexpr const char* kReadsOfCpu = "two reads of wall and cpu";
constexpr const char* kReadsOfTwo = "two reads of wall, 1 of perf";
constexpr const char* kReadsOfFour = "two reads of wall, 3 of perf";

Case twoReadsOf(const std::string& metrics, const char* name) {
    const auto set = std::make_shared<perf::MetricSet>(perf::chooseMetrics(metrics).sources);
    return {name, "", [set](std::size_t rounds) {
                std::uint64_t ticks[perf::kMaxMetrics];
                for (std::size_t i = 0; i < 2 * rounds; ++i) {
                    set->read(ticks);
                    keep(ticks[0]);
                }
            }};
}

Case pairWith(Assembly& assembly, const std::string& metrics, const char* name,
              const char* yardstick) {
    const Backend& native = assembly.backend("performance.Native", metrics);
    return {name, yardstick,
            [timer = native.timers(1, "several").front()](std::size_t rounds) {
                startStop(*timer, rounds);
            },
            1, ratioAtMost(1.1)};
}

}  // namespace

Case twoReadsOfCpu(Assembly& /*assembly*/) {
    return twoReadsOf(kCpu, kReadsOfCpu);
}

Case pairWithCpu(Assembly& assembly) {
    return pairWith(assembly, kCpu, "native: wall and cpu", kReadsOfCpu);
}

Case twoReadsOfTwo(Assembly& /*assembly*/) {
    return twoReadsOf(kTwo, kReadsOfTwo);
}

Case pairWithTwo(Assembly& assembly) {
    return pairWith(assembly, kTwo, "native: wall and 1 of perf", kReadsOfTwo);
}

Case twoReadsOfFour(Assembly& /*assembly*/) {
    return twoReadsOf(kFour, kReadsOfFour);
}

Case pairWithFour(Assembly& assembly) {
    return pairWith(assembly, kFour, "native: wall and 3 of perf", kReadsOfFour);
}

}  // namespace gantry::bench
