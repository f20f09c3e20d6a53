#include <perf/engine/Engine.hpp>
#include <perf/segment/Capture.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "Figures.hpp"
#include "Samples.hpp"
#include "Writers.hpp"

namespace gantry::bench {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kThreads = 8;
constexpr std::size_t kTimers = 10'000;
constexpr double kMedianMs = 0.3;
constexpr double kP99Ms = 2;
constexpr double kMostSlowed = 3;

perf::EngineOptions roomy() {
    perf::EngineOptions options;
    options.segment.limit = std::size_t{256} << 20U;
    return options;
}

std::uint64_t callsIn(const std::vector<perf::ThreadCapture>& captures) {
    // With one metric.
    constexpr std::size_t kRow = perf::ThreadCapture::kSums + 1;
    std::uint64_t calls = 0;
    for (const perf::ThreadCapture& capture : captures) {
        for (std::size_t i = 0; i < capture.numNodes; ++i) {
            calls += (capture.words[i * kRow + perf::ThreadCapture::kVersion] + 1) / 2;
        }
    }
    return calls;
}

struct Slowed {
    double percent;       // calls in the same time
    double ofProcessors;  // calls in the same processor time, which others do not take away
};

// How much less often the writers call while someone looks, in percent. Short windows with and
// without a snapshot every 10 ms follow each other, so that the machine's own changes cancel out.
Slowed slowedBy(const perf::Engine& engine, const Writers& writers, std::size_t windows) {
    constexpr int kSnapshots = 10;
    constexpr auto kEach = std::chrono::milliseconds(10);
    struct Rates {
        double inTime;
        double inProcessorTime;
    };
    std::vector<perf::ThreadCapture> last;
    const auto ratesDuring = [&](bool looking) {
        const std::uint64_t before = writers.calls();
        const double cpuBefore = writers.cpuSeconds();
        const auto begin = Clock::now();
        for (int i = 1; i <= kSnapshots; ++i) {
            if (looking) {
                last = engine.capture(std::move(last));
            }
            std::this_thread::sleep_until(begin + i * kEach);
        }
        const std::chrono::duration<double> time = Clock::now() - begin;
        const auto calls = static_cast<double>(writers.calls() - before);
        return Rates{calls / time.count(), calls / (writers.cpuSeconds() - cpuBefore)};
    };
    std::vector<double> inTime;
    std::vector<double> inProcessorTime;
    for (std::size_t i = 0; i < windows; ++i) {
        // In turn the one or the other first.
        const bool first = i % 2 == 0;
        const Rates one = ratesDuring(first);
        const Rates other = ratesDuring(!first);
        const Rates& looked = first ? one : other;
        const Rates& alone = first ? other : one;
        inTime.push_back(100 * (1 - looked.inTime / alone.inTime));
        inProcessorTime.push_back(100 * (1 - looked.inProcessorTime / alone.inProcessorTime));
    }
    return {quantileOf(inTime, 0.5), quantileOf(inProcessorTime, 0.5)};
}

double processorMs() {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

std::vector<Figure> snapshotsWith(std::size_t busy, const Effort& effort, bool toGoals) {
    const std::string who =
        "snapshot, 8 threads x 10,000 timers, " + std::to_string(busy) + " at full speed: ";
    const auto goal = [toGoals](double most) { return toGoals ? most : Figure::kNoGoal; };
    perf::Engine engine(roomy());
    Writers writers(engine, kThreads, kTimers, busy);
    keep(engine.snapshot().threads.size());
    std::vector<double> captures;
    std::vector<double> processor;
    std::vector<perf::ThreadCapture> last;
    for (std::size_t i = 0; i < effort.of(2000, 20); ++i) {
        const double before = processorMs();
        captures.push_back(millisecondsOf([&] { last = engine.capture(std::move(last)); }));
        processor.push_back(processorMs() - before);
    }
    std::vector<double> profiles;
    for (std::size_t i = 0; i < effort.of(100, 2); ++i) {
        profiles.push_back(millisecondsOf([&] { keep(engine.snapshot().threads.size()); }));
    }
    const Slowed slowed = slowedBy(engine, writers, effort.of(20, 1));
    writers.finish();
    const std::uint64_t seen = callsIn(engine.capture());
    const std::uint64_t made = writers.allCalls();
    return {
        {who + "p50", quantileOf(captures, 0.5), "ms", goal(kMedianMs)},
        {who + "p99", quantileOf(captures, 0.99), "ms", goal(kP99Ms)},
        {who + "p99 of its processor time", quantileOf(processor, 0.99), "ms"},
        {who + "whole profile, p50", quantileOf(profiles, 0.5), "ms"},
        {who + "writers slowed at 100/s", slowed.percent, "%", goal(kMostSlowed)},
        {who + "same, in processor time", slowed.ofProcessors, "%"},
        {who + "calls lost", static_cast<double>(made) - static_cast<double>(seen), "calls", 0}};
}

}  // namespace

std::vector<Figure> snapshotsBesideFew(const Effort& effort) {
    const std::size_t cores = std::max(2U, std::thread::hardware_concurrency());
    return snapshotsWith(std::min(kThreads, cores - 1), effort, true);
}

std::vector<Figure> snapshotsBesideAll(const Effort& effort) {
    return snapshotsWith(kThreads, effort, std::thread::hardware_concurrency() > kThreads);
}

}  // namespace gantry::bench
