#include <perf/engine/EngineError.hpp>
#include <perf/engine/MetricSet.hpp>
#include <perf/engine/MetricSources.hpp>
#include <performance/Query.hpp>
#include <sidl/array.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "Rows.hpp"

namespace gantry::bench {

namespace {

constexpr const char* kReadsOfPapi = "two reads of wall, 1 of PAPI";
constexpr const char* kPairOfPapi = "native: wall and 1 of PAPI";
constexpr const char* kReadsOfPapiAndTwo = "two reads of wall, 1 of PAPI, 2 of perf";
constexpr const char* kPairOfPapiAndTwo = "native: wall, 1 of PAPI, 2 of perf";
constexpr const char* kAndTwo = ",perf::PAGE-FAULTS,perf::CONTEXT-SWITCHES";

// An event that PAPI counts here, of the processor or else of the kernel, or why there is none.
struct PapiEvent {
    PapiEvent() {
        for (const char* candidate : {"PAPI_TOT_INS", "perf_event:::perf::TASK-CLOCK"}) {
            try {
                const auto refused = perf::chooseMetrics(candidate).refused;
                if (refused.empty()) {
                    name = candidate;
                    return;
                }
                why = refused.front().name + ": " + refused.front().reason;
            } catch (const perf::EngineError& error) {
                why = error.what();
            }
        }
    }

    std::string name;
    std::string why;
};

// The case of that event and further metrics, in a thread of its own; skipped where there is none.
template <class Make>
Case withPapi(const char* name, const char* further, Make make) {
    const PapiEvent event;
    Case one;
    one.name = name;
    if (event.name.empty()) {
        one.skipped = event.why;
        return one;
    }
    one.thread = std::make_shared<OwnThread>();
    one.thread->run([&] { make(one, "wall," + event.name + further); });
    return one;
}

// Wall time, and the counter behind it.
struct Reads {
    explicit Reads(const std::string& metrics) : set(perf::metricsByName(metrics)) {}

    perf::MetricSet set;
    perf::MetricTicks ticks{};
};

Case twoReadsOf(const char* name, const char* further) {
    return withPapi(name, further, [](Case& one, const std::string& metrics) {
        const auto reads = std::make_shared<Reads>(metrics);
        one.run = [reads](std::size_t rounds) {
            for (std::size_t i = 0; i < 2 * rounds; ++i) {
                reads->set.read(reads->ticks.data());
                keep(reads->ticks[0]);
            }
        };
        one.counted = [reads] { return reads->ticks[1]; };
    });
}

// The second metric of the timer as the backend reports it; 0 where it does not measure one.
std::uint64_t countedIn(performance::Query& query, const std::string& timer) {
    const sidl::array<std::string, 1> names{timer};
    sidl::array<double, 2> exclusive;
    sidl::array<double, 2> inclusive;
    sidl::array<std::int32_t, 1> calls;
    sidl::array<std::int32_t, 1> childCalls;
    sidl::array<std::string, 1> counters;
    std::int32_t count = 0;
    query.getTimerData(names, exclusive, inclusive, calls, childCalls, counters, count);
    return count < 2 ? 0 : static_cast<std::uint64_t>(inclusive(0, 1));
}

Case pairWith(Assembly& assembly, const char* name, const char* yardstick, const char* further) {
    return withPapi(name, further, [&](Case& one, const std::string& metrics) {
        const Backend& native = assembly.backend("performance.Native", metrics);
        const std::shared_ptr<performance::Timer> timer = native.timers(1, "papi").front();
        const std::shared_ptr<performance::Query> query = native.measurement->createQuery();
        one.yardstick = yardstick;
        one.goal = ratioAtMost(1.1);
        one.run = [timer](std::size_t rounds) { startStop(*timer, rounds); };
        one.counted = [query] { return countedIn(*query, "papi0"); };
    });
}

}  // namespace

Case twoReadsOfPapi(Assembly& /*assembly*/) {
    return twoReadsOf(kReadsOfPapi, "");
}

Case pairWithPapi(Assembly& assembly) {
    return pairWith(assembly, kPairOfPapi, kReadsOfPapi, "");
}

Case twoReadsOfPapiAndTwo(Assembly& /*assembly*/) {
    return twoReadsOf(kReadsOfPapiAndTwo, kAndTwo);
}

Case pairWithPapiAndTwo(Assembly& assembly) {
    return pairWith(assembly, kPairOfPapiAndTwo, kReadsOfPapiAndTwo, kAndTwo);
}

}  // namespace gantry::bench
