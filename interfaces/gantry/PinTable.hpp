#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <pthread.h>

/// Pins: how a proxy shows, without a lock, which calls are in flight.
///
/// A thread that calls through a proxy stores the address of its call target in a pin of its own
/// slot (enter), reads the target again, calls, and clears the pin (leave). The framework swaps the
/// target in one atomic exchange and then waits until no pin shows the old one. Two orders matter:
///
///   thread:     store pin, then read the target again
///   framework:  exchange the target, then read the pins
///
/// If both stay in order, one of the two always sees the other: either the thread reads the new
/// target and pins that, or the framework reads the pin and waits. The framework pays for the order
/// of both with one membarrier per swap; a call executes no fence and no locked instruction, only
/// plain stores to cache lines that no other thread writes. Systems without membarrier give every
/// thread a slot key that never matches, so that each call takes the slow path, which fences.
///
/// Invariants:
///   * Only the owner thread writes a slot. Other threads read it, while any number of calls run.
///   * Slots and deep pins are never freed before the table, so that readers need no protection.
///   * A signal handler that calls through a proxy uses the first free pin and clears it before it
///     returns; the interrupted call sees no difference.
namespace gantry {

class CallTarget;

/// The calls that a thread is in: one pin per call, which holds the target of the call. The order
/// of pins has no meaning. Written by its thread only, read by the thread that swaps targets. Two
/// cache lines, so that no two threads write the same line (or the one prefetched with it). A slot
/// belongs to one thread of the process, in one table, until the table ends.
struct alignas(128) PinSlot {
    using Pin = std::atomic<const CallTarget*>;
    /// With the three other members they fill the two cache lines.
    static constexpr std::size_t kPins = 13;

    /// A pin for a call nested deeper than kPins, and the slot that it belongs to.
    struct DeepPin {
        Pin pin{nullptr};
        PinSlot* slot = nullptr;
    };
    /// A block of deep pins; made once, kept until the table ends. Each is twice as long as the one
    /// before, the first has 16.
    struct Level {
        /// Throws std::bad_alloc.
        Level(PinSlot& owner, std::uint32_t number) : numPins(number), pins(new DeepPin[number]) {
            for (std::uint32_t i = 0; i < number; ++i) {
                pins[i].slot = &owner;
            }
        }

        std::uint32_t numPins;
        std::unique_ptr<DeepPin[]> pins;
        std::atomic<Level*> deeper{nullptr};
    };

    /// The key of its thread in the table; 0: free. Set once, by the thread that takes the slot,
    /// and read by all.
    std::atomic<std::uintptr_t> thread{0};
    std::array<Pin, kPins> pins{};
    std::atomic<Level*> deeper{nullptr};
    /// The number of deep pins in use; they are used as a stack. A pin below that number may be in
    /// use; those above are empty.
    std::atomic<std::uint32_t> numDeep{0};

    /// A free pin for the calling thread, the owner; null if kPins calls are nested already. Costs
    /// one load for a call that is not nested.
    [[nodiscard]] Pin* free() noexcept {
        if (pins[0].load(std::memory_order_relaxed) == nullptr) [[likely]] {
            return &pins[0];
        }
        for (std::size_t i = 1; i < kPins; ++i) {
            if (pins[i].load(std::memory_order_relaxed) == nullptr) {
                return &pins[i];
            }
        }
        return nullptr;
    }
    /// The deep pin of that number; null if it does not exist yet. Costs one step per doubling.
    [[nodiscard]] DeepPin* deep(std::uint32_t wanted) const noexcept {
        Level* level = deeper.load(std::memory_order_acquire);
        while (level != nullptr && wanted >= level->numPins) {
            wanted -= level->numPins;
            level = level->deeper.load(std::memory_order_acquire);
        }
        return level == nullptr ? nullptr : &level->pins[wanted];
    }
};

/// The pins of all threads that call through the proxies of one framework, which makes and owns the
/// table; proxies share ownership. The key of a thread is its thread pointer, so that no
/// thread-local variable is needed in the libraries of components, which can be unloaded. A thread
/// with the address of an ended one continues with its slot. The table never shrinks: its memory
/// grows with the number of different keys that called, and with the depth of nested calls.
class [[gnu::visibility("default")]] PinTable {
public:
    /// The key of the calling thread, the same in all libraries of the process; never 0. Differs
    /// between threads that run at the same time. Costs one load where the compiler gives the
    /// thread pointer, else a function call.
    [[nodiscard]] static std::uintptr_t thisThread() noexcept {
#if defined(__x86_64__) && defined(__has_builtin)
#if __has_builtin(__builtin_thread_pointer)
        return reinterpret_cast<std::uintptr_t>(__builtin_thread_pointer());
#else
        return static_cast<std::uintptr_t>(pthread_self());
#endif
#else
        return static_cast<std::uintptr_t>(pthread_self());
#endif
    }
    /// The hash of a thread key; with mask() the index at which the search for its slot begins.
    [[nodiscard]] static std::size_t homeOf(std::uintptr_t thread) noexcept {
        constexpr std::uint64_t kGoldenRatio = 0x9e3779b97f4a7c15;
        constexpr int kShift = 48;
        return static_cast<std::size_t>((thread * kGoldenRatio) >> kShift);
    }

    virtual ~PinTable() = default;
    PinTable(const PinTable&) = delete;
    PinTable& operator=(const PinTable&) = delete;

    /// The first block of slots, in which a call looks before it asks for its own slot (occupy).
    [[nodiscard]] PinSlot* slots() const noexcept {
        return slots_;
    }
    /// The number of these slots minus one; the number is a power of two.
    [[nodiscard]] std::size_t mask() const noexcept {
        return mask_;
    }
    /// The slot of the calling thread, with a pin for one more call: a free one, or the deep one of
    /// number numDeep. Null if there is no memory. Allocates at the first call of a thread only,
    /// and when calls nest deeper than before. Memory comes from operator new: a call in a signal
    /// handler is safe only where neither happens.
    virtual PinSlot* occupy() noexcept = 0;

protected:
    PinTable() = default;
    // Once, by the constructor of the table that derives: the number of slots is mask + 1.
    void setSlots(PinSlot * slots, std::size_t mask) noexcept {
        slots_ = slots;
        mask_ = mask;
    }

private:
    PinSlot* slots_ = nullptr;
    std::size_t mask_ = 0;
};

}  // namespace gantry
