#pragma once

#include <gantry/CallSwitch.hpp>
#include <gantry/PinTable.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace gantry::framework {

/// Who orders the store of a pin before the second read of the target. Exchanger: the thread that
/// swaps targets, with a membarrier on all processors that run the process. Caller: every call,
/// with a sequentially consistent store; on systems without membarrier and under ThreadSanitizer,
/// which does not know it.
enum class Fences : std::uint8_t { Exchanger, Caller };
Fences fencesOfThisSystem() noexcept;

/// The pins of the threads that call through the proxies of one framework: a hash table in blocks
/// that only grows (PinTable.hpp has the protocol). Any thread. In the child of a fork, calls of
/// the threads that do not exist there no longer count; those of the forking thread do.
class ThreadPins final : public PinTable {
public:
    /// Calls that are pinned to a target.
    struct Inside {
        std::uint32_t others = 0;  ///< of other threads
        std::uint32_t own = 0;     ///< of the calling thread
    };

    /// Shared: proxies keep the table alive. Registers it to learn of a fork.
    static std::shared_ptr<ThreadPins> make(Fences fences = fencesOfThisSystem());
    ThreadPins(const ThreadPins&) = delete;
    ThreadPins& operator=(const ThreadPins&) = delete;
    ~ThreadPins() override;

    PinSlot* occupy() noexcept override;

    /// After its return, `inside` counts every call on a target that was swapped before. False if
    /// the system refuses the membarrier, which it accepted at the start.
    [[nodiscard]] bool fenceAllThreads() const noexcept;
    /// Costs one step for each thread that ever called and for each call it is in.
    [[nodiscard]] Inside inside(const CallTarget& target) const noexcept;
    /// Waits until no other thread is in target, or in a call of calls without a pin; false at the
    /// deadline. Calls beforeLong once before it sleeps. Requires that target was swapped and
    /// fenceAllThreads succeeded. First spins, because short calls end meanwhile; then yields, so
    /// that a thread which was preempted inside a call gets the processor; then sleeps.
    template <class BeforeLong>
    bool await(const CallTarget& target, const CallSwitch& calls,
               std::chrono::steady_clock::time_point deadline, const BeforeLong& beforeLong) const;

    /// In the child of a fork, on its only thread.
    void forgetOthers() noexcept;

private:
    static constexpr std::size_t kSlots = 256;

    struct Block {
        std::array<PinSlot, kSlots> slots{};
        /// The slots with a thread, in the order of their first call.
        std::array<std::atomic<PinSlot*>, kSlots> used{};
        std::atomic<std::size_t> numUsed{0};
        std::atomic<Block*> next{nullptr};
    };

    explicit ThreadPins(Fences fences) noexcept;
    /// The key that a slot of the thread shows; with Fences::Caller one that no call ever matches.
    [[nodiscard]] std::uintptr_t keyOf(std::uintptr_t thread) const noexcept;
    /// The calling thread's slot, taken at its first call; null without memory.
    PinSlot* slotOf(std::uintptr_t thread) noexcept;
    static PinSlot* find(Block& block, std::uintptr_t thread, std::uintptr_t key) noexcept;
    template <class Visit>
    void eachSlot(const Visit& visit) const noexcept;
    /// Pins of other threads that showed a target. After the exchange and the fence no further pin
    /// begins to show it, so that only these have to be looked at again.
    struct Seen {
        std::array<const PinSlot::Pin*, 64> pins{};
        std::size_t number = 0;
        /// Whether there may be more than fit.
        bool isPart = true;
    };
    void collect(const CallTarget& target, Seen& seen) const noexcept;
    /// Whether none of them shows target any more; removes those that do not.
    bool isVacated(const CallTarget& target, Seen& seen) const noexcept;
    static void rest(int round) noexcept;

    /// Rounds of waiting: spinning, then yielding, then asleep.
    static constexpr int kSpins = 40;
    static constexpr int kYields = 3;

    Fences fences_;
    Block first_;
};

template <class BeforeLong>
bool ThreadPins::await(const CallTarget& target, const CallSwitch& calls,
                       std::chrono::steady_clock::time_point deadline,
                       const BeforeLong& beforeLong) const {
    Seen seen;
    for (int round = 0; !isVacated(target, seen) || calls.unpinned() > 0; ++round) {
        if (round >= kSpins && std::chrono::steady_clock::now() >= deadline) {
            return false;
        }
        if (round == kSpins + kYields) {
            beforeLong();
        }
        rest(round);
    }
    return true;
}

}  // namespace gantry::framework
