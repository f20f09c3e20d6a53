#pragma once

#include <perf/engine/Engine.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace gantry::bench {

/// Threads that each have called every timer once; of them some go on calling all of them in turn
/// as fast as they can, and the others wait.
class Writers final {
public:
    /// The engine outlives the writers. Returns when every thread has called every timer.
    Writers(perf::Engine& engine, std::size_t threads, std::size_t timers, std::size_t busy);
    /// As finish().
    ~Writers();
    Writers(const Writers&) = delete;
    Writers& operator=(const Writers&) = delete;

    /// Ends the threads.
    void finish();

    /// Calls up to now, of the busy ones alone.
    [[nodiscard]] std::uint64_t calls() const noexcept;

    /// Processor time of the busy ones up to now.
    [[nodiscard]] double cpuSeconds() const;

    /// All calls there were; after finish().
    [[nodiscard]] std::uint64_t allCalls() const noexcept;

private:
    struct alignas(64) Counter {
        std::atomic<std::uint64_t> calls{0};
    };

    void work(Counter& counter, bool busy);

    perf::Engine& engine_;
    std::vector<perf::TimerId> timers_;
    std::atomic<bool> done_{false};
    std::atomic<std::size_t> ready_{0};
    std::size_t numBusy_;
    std::vector<std::unique_ptr<Counter>> counters_;
    std::vector<std::thread> threads_;
};

}  // namespace gantry::bench
