#include <performance/Query.hpp>
#include <performance/TimerReader.hpp>

#include <barrier>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "Rows.hpp"

namespace gantry::bench {

namespace {

constexpr std::ptrdiff_t kThreads = 8;
constexpr std::size_t kFew = 10;
constexpr std::size_t kMany = 10'000;
constexpr double kMostNanoseconds = 1000;

// A backend whose timers were called on eight threads, and the names of the timers.
struct Called {
    explicit Called(Assembly& assembly, std::size_t number)
        : backend(assembly.framework(), "performance.Native", "wall") {
        const Timers timers = backend.timers(number, "read");
        // A thread that comes after another one has ended goes on with its part.
        std::barrier allCalled(kThreads);
        std::vector<std::jthread> threads;
        for (std::ptrdiff_t i = 0; i < kThreads; ++i) {
            threads.emplace_back([&] {
                for (const auto& timer : timers) {
                    startStop(*timer, 1);
                }
                allCalled.arrive_and_wait();
            });
        }
        for (const auto& timer : timers) {
            names.push_back(timer->getName());
        }
    }

    Backend backend;
    std::vector<std::string> names;
};

// Asks for one timer after the other.
std::function<void(std::size_t)> readOne(const std::shared_ptr<Called>& called) {
    return [called, query = called->backend.measurement->createQuery()](std::size_t rounds) {
        sidl::array<double, 2> exclusive;
        sidl::array<double, 2> inclusive;
        sidl::array<std::int32_t> calls;
        sidl::array<std::int32_t> childCalls;
        sidl::array<std::string> counters;
        std::int32_t numCounters = 0;
        for (std::size_t i = 0; i < rounds; ++i) {
            query->getTimerData({called->names[i % called->names.size()]}, exclusive, inclusive,
                                calls, childCalls, counters, numCounters);
        }
    };
}

}  // namespace

Case readOneOfFew(Assembly& assembly) {
    return {"native: read 1 of 10 timers, 8 threads", kTwoReads,
            readOne(std::make_shared<Called>(assembly, kFew)), 1,
            nanosecondsAtMost(kMostNanoseconds)};
}

Case readOneOfMany(Assembly& assembly) {
    return {"native: read 1 of 10,000 timers, 8 threads", kTwoReads,
            readOne(std::make_shared<Called>(assembly, kMany)), 1,
            nanosecondsAtMost(kMostNanoseconds)};
}

Case differenceOfMany(Assembly& assembly) {
    const auto called = std::make_shared<Called>(assembly, kMany);
    std::shared_ptr<performance::TimerReader> reader =
        called->backend.measurement->createQuery()->createTimerReader({called->names[kMany / 2]});
    return {"native: difference of 1 of 10,000 timers, 8 threads", kTwoReads,
            [called, reader](std::size_t rounds) {
                sidl::array<double, 2> exclusive;
                sidl::array<double, 2> inclusive;
                sidl::array<std::int64_t> calls;
                sidl::array<std::int64_t> childCalls;
                for (std::size_t i = 0; i < rounds; ++i) {
                    reader->getDifference(exclusive, inclusive, calls, childCalls);
                }
            },
            1, nanosecondsAtMost(kMostNanoseconds)};
}

}  // namespace gantry::bench
