#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "Route.hpp"

namespace performance::multiplexer {

/// One thread of one multiplexer: the route it measures by, and the timers it has open. Used by
/// that thread alone where nothing else is said.
class ThreadCalls final {
public:
    ThreadCalls(std::shared_ptr<const Route> route, std::uint64_t epoch)
        : route_(std::move(route)), epoch_(epoch) {}
    ~ThreadCalls() = default;
    ThreadCalls(const ThreadCalls&) = delete;
    ThreadCalls& operator=(const ThreadCalls&) = delete;

    /// False inside another call of this thread: in a signal handler that interrupts it, or in a
    /// backend that is measured by the multiplexer it serves. Then nothing is to be done.
    bool enter() noexcept {
        if (inside_.load(std::memory_order_relaxed)) [[unlikely]] {
            return false;
        }
        inside_.store(true, std::memory_order_relaxed);
        std::atomic_signal_fence(std::memory_order_seq_cst);
        return true;
    }
    void leave() noexcept {
        std::atomic_signal_fence(std::memory_order_seq_cst);
        inside_.store(false, std::memory_order_relaxed);
    }

    [[nodiscard]] const Route& route() const noexcept { return *route_; }
    [[nodiscard]] std::uint64_t epoch() const noexcept { return epoch_; }
    /// Under the switchboard's lock.
    void setRoute(std::shared_ptr<const Route> route, std::uint64_t epoch) noexcept {
        route_ = std::move(route);
        epoch_ = epoch;
    }

    /// Closes what is open on the backends that are not in next, the innermost first, and opens it
    /// on those that are new there, the outermost first.
    void carryOver(const Route& next) noexcept;

    /// A call begins: the innermost from now on.
    void push(TimerRecord& record) noexcept {
        const std::size_t depth = depth_.load(std::memory_order_relaxed);
        if (depth == capacity_ || overflow_ > 0) [[unlikely]] {
            pushSlowly(record);
            return;
        }
        open_[depth].store(&record, std::memory_order_relaxed);
        depth_.store(depth + 1, std::memory_order_release);
    }
    /// The last call of the timer ends, and with it all inside it; nothing where there is none.
    void pop(const TimerRecord& record) noexcept {
        const std::size_t depth = depth_.load(std::memory_order_relaxed);
        if (depth > 0 && overflow_ == 0 && open(depth - 1) == &record) [[likely]] {
            depth_.store(depth - 1, std::memory_order_release);
            return;
        }
        popSlowly(record);
    }

    /// A recorded call begins on the present route. Where there is no memory for it, its end goes
    /// to the route of that moment.
    void beginRecord(const std::string& name) noexcept;
    /// The route on which the last call recorded under that name began, which ends; null for none.
    std::shared_ptr<const Route> endRecord(const std::string& name) noexcept;

    /// Whether the timer is open. Any thread, once nobody can start the timer any more.
    [[nodiscard]] bool has(const TimerRecord& record) const noexcept;

private:
    static constexpr std::size_t kFirst = 32;
    static constexpr std::size_t kMost = 1U << 16U;

    using Entry = std::atomic<TimerRecord*>;

    [[nodiscard]] TimerRecord* open(std::size_t i) const noexcept {
        return open_[i].load(std::memory_order_relaxed);
    }
    [[gnu::noinline]] void pushSlowly(TimerRecord& record) noexcept;
    [[gnu::noinline]] void popSlowly(const TimerRecord& record) noexcept;
    bool grow() noexcept;

    std::atomic<bool> inside_{false};
    std::shared_ptr<const Route> route_;
    std::uint64_t epoch_;
    std::atomic<std::size_t> depth_{0};
    std::size_t capacity_ = 0;
    std::unique_ptr<Entry[]> open_;
    // Calls deeper than what is kept: they stay on the backends they began on.
    std::size_t overflow_ = 0;
    // Recorded calls that began and have not ended, the innermost last.
    std::vector<std::pair<std::string, std::shared_ptr<const Route>>> records_;
    // Held while open_ is replaced, and by readers in other threads.
    mutable std::mutex growing_;
};

}  // namespace performance::multiplexer
