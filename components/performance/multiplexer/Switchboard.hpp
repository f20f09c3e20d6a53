#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "ThreadCalls.hpp"

namespace performance::multiplexer {

/// The switchboard the calling thread used last. Numbers are never used twice.
struct ThreadAnchor {
    std::uint64_t board;
    ThreadCalls* calls;
};

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): per thread
extern constinit thread_local ThreadAnchor threadAnchor;

class Switchboard;

/// The calling thread at the present backends, for a call that is not worth much speed.
class Visit final {
public:
    explicit Visit(Switchboard& board) noexcept;
    ~Visit();
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

    /// None inside another visit or measuring call of this thread.
    [[nodiscard]] const std::vector<std::shared_ptr<Backend>>& backends() const noexcept;

private:
    ThreadCalls* calls_;
    const Route none_{};
};

/// The present route, and the threads that measure by it. A change is seen by each thread at its
/// next call, by one load, and carried out by that thread itself; nobody waits for it. A route that
/// was left, and with it the backends that are in no later one, is kept until no thread uses it any
/// more, and let go by sweep(). Threads may outlive it, and it them. Any thread.
class Switchboard final : public std::enable_shared_from_this<Switchboard> {
public:
    Switchboard();
    ~Switchboard() = default;
    Switchboard(const Switchboard&) = delete;
    Switchboard& operator=(const Switchboard&) = delete;

    /// The calling thread on the present route, until leave(); null where it is inside already, has
    /// ended, or there is no memory for it: then there is nothing to do. No lock and no allocation
    /// but for the first call of a thread and after a change.
    ThreadCalls* enter() noexcept {
        const ThreadAnchor& anchor = threadAnchor;
        ThreadCalls* const calls = anchor.board == number_ ? anchor.calls : attachThread();
        if (calls == nullptr || !calls->enter()) [[unlikely]] {
            return nullptr;
        }
        if (epoch_.load(std::memory_order_acquire) != calls->epoch()) [[unlikely]] {
            follow(*calls);
        }
        return calls;
    }
    static void leave(ThreadCalls& calls) noexcept { calls.leave(); }

    /// Measures by these backends from now on. Throws std::bad_alloc.
    void change(std::vector<std::shared_ptr<Backend>> backends);
    [[nodiscard]] std::shared_ptr<const Route> present() const;
    /// 1 while there are backends, else 0; as gantry::TimerSwitch reads it.
    [[nodiscard]] const std::uint32_t& measuring() const noexcept { return measuring_; }

    /// Lets go of the routes that no thread uses any more; may end components.
    void sweep() noexcept;

    /// Every backend that some thread may still use.
    [[nodiscard]] std::vector<std::shared_ptr<Backend>> backends() const;
    /// Whether some thread has the timer open, which nobody can start any more.
    [[nodiscard]] bool isOpen(const TimerRecord& timer) const noexcept;

    /// Nobody enters any more: lets go of everything.
    void close() noexcept;
    [[nodiscard]] bool closed() const noexcept { return closed_.load(std::memory_order_acquire); }
    /// That thread has ended.
    void end(const ThreadCalls* calls) noexcept;

private:
    [[gnu::noinline]] ThreadCalls* attachThread() noexcept;
    [[gnu::noinline]] void follow(ThreadCalls& calls) noexcept;

    const std::uint64_t number_;
    std::atomic<std::uint64_t> epoch_{1};
    std::uint32_t measuring_ = 0;
    std::atomic<bool> closed_{false};
    mutable std::mutex mutex_;
    std::shared_ptr<const Route> present_;
    // With the present one.
    std::vector<std::shared_ptr<const Route>> routes_;
    std::vector<std::unique_ptr<ThreadCalls>> threads_;
};

}  // namespace performance::multiplexer
