#include "Writers.hpp"

#include <ctime>
#include <pthread.h>
#include <stdexcept>
#include <string>

namespace gantry::bench {

namespace {

// Calls between two looks at whether it is time to end.
constexpr std::size_t kStretch = 100;

}  // namespace

Writers::Writers(perf::Engine& engine, std::size_t threads, std::size_t timers, std::size_t busy)
    : engine_(engine), numBusy_(busy) {
    for (std::size_t i = 0; i < timers; ++i) {
        timers_.push_back(engine.registerTimer("timer " + std::to_string(i)));
    }
    for (std::size_t i = 0; i < threads; ++i) {
        counters_.push_back(std::make_unique<Counter>());
        threads_.emplace_back([this, i] { work(*counters_[i], i < numBusy_); });
    }
    while (ready_ < threads) {
        std::this_thread::yield();
    }
}

Writers::~Writers() {
    finish();
}

void Writers::finish() {
    done_ = true;
    done_.notify_all();
    for (std::thread& thread : threads_) {
        thread.join();
    }
    threads_.clear();
}

void Writers::work(Counter& counter, bool busy) {
    std::uint64_t calls = 0;
    const auto call = [&](perf::TimerId timer) {
        engine_.start(timer);
        engine_.stop(timer);
        ++calls;
    };
    for (const perf::TimerId timer : timers_) {
        call(timer);
    }
    counter.calls = calls;
    ++ready_;
    if (!busy) {
        done_.wait(false);
        return;
    }
    std::size_t next = 0;
    while (!done_.load(std::memory_order_relaxed)) {
        for (std::size_t i = 0; i < kStretch; ++i) {
            call(timers_[next]);
            next = next + 1 == timers_.size() ? 0 : next + 1;
        }
        counter.calls.store(calls, std::memory_order_relaxed);
    }
}

std::uint64_t Writers::calls() const noexcept {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < numBusy_; ++i) {
        sum += counters_[i]->calls.load(std::memory_order_relaxed);
    }
    return sum;
}

double Writers::cpuSeconds() const {
    double sum = 0;
    for (std::size_t i = 0; i < numBusy_; ++i) {
        clockid_t clock{};
        timespec time{};
        auto& thread = const_cast<std::thread&>(threads_[i]);
        if (::pthread_getcpuclockid(thread.native_handle(), &clock) != 0 ||
            ::clock_gettime(clock, &time) != 0) {
            throw std::runtime_error("the processor time of a thread cannot be read");
        }
        sum += static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    }
    return sum;
}

std::uint64_t Writers::allCalls() const noexcept {
    std::uint64_t sum = 0;
    for (const auto& counter : counters_) {
        sum += counter->calls.load(std::memory_order_relaxed);
    }
    return sum;
}

}  // namespace gantry::bench
