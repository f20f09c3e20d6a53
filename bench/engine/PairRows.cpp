#include <performance/Timer.hpp>

#include <cstddef>

#include "Rows.hpp"

namespace gantry::bench {

namespace {

constexpr std::size_t kDepth = 4;
constexpr std::size_t kMany = 1000;

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

}  // namespace

Case pairNull(Assembly& assembly) {
    return {"null: start/stop", kTwoCalls,
            [timer = assembly.null().timers(1, "null").front()](std::size_t rounds) {
                startStop(*timer, rounds);
            },
            1, ratioAtMost(1.1)};
}

Case pairFlat(Assembly& assembly) {
    return {"native: start/stop", kTwoReads,
            [timer = assembly.native().timers(1, "flat").front()](std::size_t rounds) {
                startStop(*timer, rounds);
            },
            1, ratioAtMost(1.1)};
}

Case pairNested(Assembly& assembly) {
    return {"native: nested 4", kTwoReads,
            [timers = assembly.native().timers(kDepth, "nested")](std::size_t rounds) {
                nested(timers, rounds);
            },
            kDepth, ratioAtMost(1.1)};
}

Case pairRecursive(Assembly& assembly) {
    const Timers timers(kDepth, assembly.native().timers(1, "recursive").front());
    return {"native: recursive 4", kTwoReads,
            [timers](std::size_t rounds) { nested(timers, rounds); }, kDepth, ratioAtMost(1.1)};
}

Case pairOfMany(Assembly& assembly) {
    return {"native: 1000 timers", kTwoReads,
            [timers = assembly.native().timers(kMany, "many")](std::size_t rounds) {
                roundRobin(timers, rounds);
            },
            1, ratioAtMost(1.2)};
}

Case sampledPair(Assembly& assembly) {
    return {"native: start/stop, sampled", kTwoReads,
            [timer = assembly.sampled().timers(1, "sampled").front()](std::size_t rounds) {
                startStop(*timer, rounds);
            },
            1, ratioAtMost(0.4)};
}

Case sampledPairNested(Assembly& assembly) {
    return {"native: nested 4, sampled", kTwoReads,
            [timers = assembly.sampled().timers(kDepth, "nested")](std::size_t rounds) {
                nested(timers, rounds);
            },
            kDepth, ratioAtMost(0.4)};
}

Case tracedPair(Assembly& assembly) {
    return {"native: start/stop, trace", kTwoReads,
            [timer = assembly.traced().timers(1, "traced").front()](std::size_t rounds) {
                startStop(*timer, rounds);
            },
            1, ratioAtMost(1.15)};
}

Case tracedPairNested(Assembly& assembly) {
    return {"native: nested 4, trace", kTwoReads,
            [timers = assembly.traced().timers(kDepth, "nested")](std::size_t rounds) {
                nested(timers, rounds);
            },
            kDepth, ratioAtMost(1.15)};
}

}  // namespace gantry::bench
