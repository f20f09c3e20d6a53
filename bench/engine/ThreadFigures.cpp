#include <perf/engine/Engine.hpp>

#include <algorithm>
#include <barrier>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <sched.h>
#include <thread>
#include <vector>

#include "ClockReads.hpp"
#include "Figures.hpp"
#include "Samples.hpp"

namespace gantry::bench {

namespace {

using Clock = std::chrono::steady_clock;
using Operation = std::function<void(std::size_t)>;

constexpr std::size_t kStretch = 200;
constexpr auto kWindow = std::chrono::milliseconds(2);

std::vector<int> upToTwoCores() {
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    std::vector<int> cores;
    if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
        for (int core = 0; core < CPU_SETSIZE && cores.size() < 2; ++core) {
            if (CPU_ISSET(core, &allowed)) {
                cores.push_back(core);
            }
        }
    }
    return cores;
}

void stayOn(int core) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    ::sched_setaffinity(0, sizeof one, &one);
}

// What one operation takes on each of the cores, all at the same time, in ns.
std::vector<double> timesOn(const std::vector<int>& cores, const Operation& operation) {
    std::vector<double> times(cores.size());
    std::barrier begin(static_cast<std::ptrdiff_t>(cores.size()));
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < cores.size(); ++i) {
        threads.emplace_back([&, i] {
            stayOn(cores[i]);
            operation(kStretch);
            begin.arrive_and_wait();
            const auto start = Clock::now();
            std::size_t done = 0;
            auto now = start;
            while (now - start < kWindow) {
                operation(kStretch);
                done += kStretch;
                now = Clock::now();
            }
            times[i] = std::chrono::duration<double, std::nano>(now - start).count() /
                       static_cast<double>(done);
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    return times;
}

}  // namespace

std::vector<Figure> twoThreads(const Effort& effort) {
    const std::vector<int> cores = upToTwoCores();
    if (cores.size() < 2) {
        return {};
    }
    const auto engine = std::make_shared<perf::Engine>();
    const Operation pairs = [engine, timer = engine->registerTimer("timer")](std::size_t rounds) {
        for (std::size_t i = 0; i < rounds; ++i) {
            engine->start(timer);
            engine->stop(timer);
        }
    };
    const Operation reads = twoReadsOfTheClock();
    std::vector<double> ofReads[2];
    std::vector<double> ofPairs[2];
    for (std::size_t i = 0; i < effort.of(500, 5); ++i) {
        for (std::size_t core = 0; core < 2; ++core) {
            const double readsAlone = timesOn({cores[core]}, reads)[0];
            const double readsBeside = timesOn(cores, reads)[core];
            const double pairsBeside = timesOn(cores, pairs)[core];
            const double pairsAlone = timesOn({cores[core]}, pairs)[0];
            ofReads[core].push_back(readsBeside / readsAlone);
            ofPairs[core].push_back(pairsBeside / pairsAlone);
        }
    }
    const auto median = [](const std::vector<double>& values) { return quantileOf(values, 0.5); };
    // The thread that fares worse.
    const double worst =
        std::max(median(ofPairs[0]) / median(ofReads[0]), median(ofPairs[1]) / median(ofReads[1]));
    return {{"2 threads on 2 cores: two clock reads, relative to 1 thread",
             std::max(median(ofReads[0]), median(ofReads[1])), "x"},
            {"2 threads on 2 cores: pair, relative to 1 thread",
             std::max(median(ofPairs[0]), median(ofPairs[1])), "x"},
            {"2 threads on 2 cores: slowdown of a pair to that of clock reads", worst, "x", 1.1}};
}

}  // namespace gantry::bench
