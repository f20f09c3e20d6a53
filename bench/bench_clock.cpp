#include <perf/engine/Engine.hpp>
#include <perf/engine/MetricSources.hpp>

#include <cstddef>
#include <string>
#include <vector>

#include "Harness.hpp"

namespace {

using gantry::bench::Case;
using gantry::bench::keep;
using namespace gantry::perf;

constexpr std::size_t kMany = 1000;

// Everything the cases use; must outlive them.
struct Subject {
    Subject() {
        for (std::size_t i = 0; i < kMany; ++i) {
            many.push_back(engine.registerTimer("timer " + std::to_string(i)));
        }
        off = engine.registerTimer("off", "", "off");
        engine.setGroupEnabled(engine.group("off"), false);
    }

    Engine engine;
    TimerId flat = engine.registerTimer("flat");
    TimerId nested[4] = {engine.registerTimer("a"), engine.registerTimer("b"),
                         engine.registerTimer("c"), engine.registerTimer("d")};
    std::vector<TimerId> many;
    TimerId off{};
    EventId event = engine.registerEvent("event");
    EventId contextEvent = engine.registerContextEvent("context event");
    bool counter = wallClock()->isTimeStampCounter();
    std::shared_ptr<MetricSource> clock = monotonicClock();
};

// The same clock as the engine's, and nothing else.
void readTwice(const Subject& s, std::size_t rounds) {
    std::uint64_t ticks = 0;
    for (std::size_t i = 0; i < rounds; ++i) {
        for (int twice = 0; twice < 2; ++twice) {
            if (s.counter) {
                TimeStampReader::read(&ticks);
            } else {
                ticks = s.clock->read();
            }
            keep(ticks);
        }
    }
}

void startStop(Engine& engine, TimerId timer, std::size_t rounds) {
    for (std::size_t i = 0; i < rounds; ++i) {
        engine.start(timer);
        engine.stop(timer);
    }
}

void nestedFour(Subject& s, std::size_t rounds) {
    for (std::size_t i = 0; i < rounds; ++i) {
        for (const TimerId timer : s.nested) {
            s.engine.start(timer);
        }
        for (std::size_t k = 4; k-- > 0;) {
            s.engine.stop(s.nested[k]);
        }
    }
}

void recursiveFour(Subject& s, std::size_t rounds) {
    for (std::size_t i = 0; i < rounds; ++i) {
        for (int k = 0; k < 4; ++k) {
            s.engine.start(s.flat);
        }
        for (int k = 0; k < 4; ++k) {
            s.engine.stop(s.flat);
        }
    }
}

void roundRobin(Subject& s, std::size_t rounds) {
    static_assert(kMany > 1);
    std::size_t next = 0;
    for (std::size_t i = 0; i < rounds; ++i) {
        s.engine.start(s.many[next]);
        s.engine.stop(s.many[next]);
        next = next + 1 == kMany ? 0 : next + 1;
    }
}

std::vector<Case> casesOf(Subject& s) {
    const std::string clock = "two clock reads";
    return {
        {clock, "", [&s](std::size_t n) { readTwice(s, n); }},
        {"flat", clock, [&s](std::size_t n) { startStop(s.engine, s.flat, n); }},
        {"nested 4", clock, [&s](std::size_t n) { nestedFour(s, n); }, 4},
        {"recursive 4", clock, [&s](std::size_t n) { recursiveFour(s, n); }, 4},
        {"1000 timers", clock, [&s](std::size_t n) { roundRobin(s, n); }},
        {"disabled group", clock, [&s](std::size_t n) { startStop(s.engine, s.off, n); }},
        {"event", clock,
         [&s](std::size_t n) {
             for (std::size_t i = 0; i < n; ++i) {
                 s.engine.trigger(s.event, static_cast<double>(i & 7U));
             }
         }},
        {"context event", clock,
         [&s](std::size_t n) {
             for (std::size_t i = 0; i < n; ++i) {
                 s.engine.trigger(s.contextEvent, static_cast<double>(i & 7U));
             }
         }},
    };
}

}  // namespace

int main(int argc, char** argv) {
    Subject subject;
    return gantry::bench::runBenchmark(
        argc, argv,
        "Times a start/stop pair of the engine, called without a port, against two bare reads of\n"
        "the same clock.",
        casesOf(subject));
}
