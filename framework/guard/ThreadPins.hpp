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

/// How a call makes sure that its pin is seen before it looks at its target again: not at all,
/// because who exchanges makes every processor of the process do it (membarrier); or by an ordered
/// store of its own, where the system offers nothing else and under ThreadSanitizer.
enum class Fences : std::uint8_t { Exchanger, Caller };
Fences fencesOfThisSystem() noexcept;

/// The pins of the threads that call through the proxies of one framework. Any thread. In the child
/// of a fork the calls of the threads that are gone count no more; what the forking thread is in
/// counts.
class ThreadPins final : public PinTable {
public:
    /// Calls that are pinned to a target.
    struct Inside {
        std::uint32_t others = 0;  ///< of other threads
        std::uint32_t own = 0;     ///< of the thread that asks
    };

    static std::shared_ptr<ThreadPins> make(Fences fences = fencesOfThisSystem());
    ~ThreadPins() override;

    PinSlot* occupy() noexcept override;

    /// From its return on inside reports every call that began before and goes to a target that
    /// was taken away before. False where the system refuses, which it did not at the start.
    [[nodiscard]] bool fenceAllThreads() const noexcept;
    /// Costs a step for each thread that ever called and each call it is in.
    [[nodiscard]] Inside inside(const CallTarget& target) const noexcept;
    /// Waits until no other thread is inside target, nor in a call of calls that has no pin; true
    /// where that came before the deadline. Before it waits for longer than a moment, it calls
    /// beforeLong once, where there is one. target was taken away and settle was called. Looks only
    /// at the pins that show target: short calls end while it spins, and a thread that was put off
    /// its processor inside a call gets that of the waiting one.
    template <class BeforeLong>
    bool await(const CallTarget& target, const CallSwitch& calls,
               std::chrono::steady_clock::time_point deadline, const BeforeLong& beforeLong) const;

    /// In the child of a fork, on its only thread.
    void forgetOthers() noexcept;

private:
    static constexpr std::size_t kSlots = 256;

    struct Block {
        std::array<PinSlot, kSlots> slots{};
        /// The slots that have a thread, in the order in which they got it.
        std::array<std::atomic<PinSlot*>, kSlots> used{};
        std::atomic<std::size_t> numUsed{0};
        std::atomic<Block*> next{nullptr};
    };

    explicit ThreadPins(Fences fences) noexcept;
    [[nodiscard]] std::uintptr_t keyOf(std::uintptr_t thread) const noexcept;
    PinSlot* slotOf(std::uintptr_t thread) noexcept;
    static PinSlot* find(Block& block, std::uintptr_t thread, std::uintptr_t key) noexcept;
    template <class Visit>
    void eachSlot(const Visit& visit) const noexcept;
    /// Pins of other threads that showed a target. None begins to show it once it was taken away
    /// and settled.
    struct Seen {
        std::array<const PinSlot::Pin*, 64> pins{};
        std::size_t number = 0;
        /// Whether there may be others.
        bool isPart = true;
    };
    void collect(const CallTarget& target, Seen& seen) const noexcept;
    /// Whether none of them shows target any more; drops those that do not.
    bool isVacated(const CallTarget& target, Seen& seen) const noexcept;
    static void rest(int round) noexcept;

    /// Rounds of waiting: with the processor, with others on it, and from then on asleep.
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
