#pragma once

#include <gantry/Error.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "SharedEngine.hpp"

namespace performance::native {

/// A tracker over one reading: it triggers an event with it on request and, once that is enabled,
/// at intervals from a thread of its own, which ends with the tracker.
template <class Interface>
class IntervalTracker final : public Interface {
public:
    using Reading = double (*)();

    IntervalTracker(std::shared_ptr<SharedEngine> shared, const std::string& event, Reading reading)
        : shared_(std::move(shared)),
          event_(shared_->engine.registerEvent(event)),
          reading_(reading) {}

    void trackHere() override {
        if (enabled_.load(std::memory_order_relaxed)) {
            shared_->engine.trigger(event_, reading_());
        }
    }
    void enableInterruptTracking() override {
        const std::lock_guard lock(mutex_);
        if (!thread_.joinable()) {
            thread_ = std::jthread([this](const std::stop_token& stop) { track(stop); });
        }
    }
    /// Throws gantry::Error for less than one second. The wait that is under way begins anew.
    void setInterruptInterval(std::int32_t value) override {
        if (value < 1) {
            throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                                "the tracking interval is " + std::to_string(value) +
                                    " s: it must be at least 1 s");
        }
        {
            const std::lock_guard lock(mutex_);
            interval_ = std::chrono::seconds(value);
            ++changes_;
        }
        changed_.notify_all();
    }
    void enable() override { enabled_.store(true, std::memory_order_relaxed); }
    void disable() override { enabled_.store(false, std::memory_order_relaxed); }

private:
    void track(const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        while (!stop.stop_requested()) {
            const auto before = changes_;
            const bool changed =
                changed_.wait_for(lock, stop, interval_, [&] { return changes_ != before; });
            if (!changed && !stop.stop_requested()) {
                lock.unlock();
                trackHere();
                lock.lock();
            }
        }
    }

    std::shared_ptr<SharedEngine> shared_;
    gantry::perf::EventId event_;
    Reading reading_;
    std::atomic<bool> enabled_{true};
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::chrono::seconds interval_{10};
    unsigned changes_ = 0;
    // Last, so that it is joined before what it uses goes.
    std::jthread thread_;
};

}  // namespace performance::native
