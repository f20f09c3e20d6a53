#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <pthread.h>

namespace gantry {

class CallTarget;

/// What a thread shows of the calls it is in: a pin for each, which names the target of the call.
/// Which pins they are does not matter. Written by its thread alone, read by who exchanges targets.
/// Two lines of cache, so that no two threads write the same.
struct alignas(128) PinSlot {
    using Pin = std::atomic<const CallTarget*>;
    static constexpr std::size_t kPins = 13;

    /// A pin of a call that is deeper than kPins, and whose it is.
    struct DeepPin {
        Pin pin{nullptr};
        PinSlot* slot = nullptr;
    };
    /// Deep pins; made once, kept with the slot.
    struct Level {
        Level(PinSlot& owner, std::uint32_t number) : numPins(number), pins(new DeepPin[number]) {
            for (std::uint32_t i = 0; i < number; ++i) {
                pins[i].slot = &owner;
            }
        }

        std::uint32_t numPins;
        std::unique_ptr<DeepPin[]> pins;
        std::atomic<Level*> deeper{nullptr};
    };

    /// Whose it is, as the table spells threads; 0: nobody's yet.
    std::atomic<std::uintptr_t> thread{0};
    std::array<Pin, kPins> pins{};
    std::atomic<Level*> deeper{nullptr};
    /// How many deep pins are in use.
    std::atomic<std::uint32_t> numDeep{0};

    /// A pin that its thread, the calling one, may use; null where it is deeper than kPins calls.
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
    /// The deep pin of that number; null where it was not made yet. Costs a step for each doubling.
    [[nodiscard]] DeepPin* deep(std::uint32_t wanted) noexcept {
        Level* level = deeper.load(std::memory_order_acquire);
        while (level != nullptr && wanted >= level->numPins) {
            wanted -= level->numPins;
            level = level->deeper.load(std::memory_order_acquire);
        }
        return level == nullptr ? nullptr : &level->pins[wanted];
    }
};

/// The pins of all threads that call through the proxies of one framework, which makes and owns the
/// table. A thread is known by its address in memory, so that nothing of it stands in the libraries
/// of components; a thread that gets the address of one that ended goes on with its slot.
class [[gnu::visibility("default")]] PinTable {
public:
    /// Whatever all libraries of the process know the calling thread by; never 0.
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
    /// Where a thread's slot stands, unless it is taken: a number to be cut to the size.
    [[nodiscard]] static std::size_t homeOf(std::uintptr_t thread) noexcept {
        constexpr std::uint64_t kGoldenRatio = 0x9e3779b97f4a7c15;
        constexpr int kShift = 48;
        return static_cast<std::size_t>((thread * kGoldenRatio) >> kShift);
    }

    virtual ~PinTable() = default;
    PinTable(const PinTable&) = delete;
    PinTable& operator=(const PinTable&) = delete;

    /// The first slots, at which every thread looks before it asks for its own.
    [[nodiscard]] PinSlot* slots() const noexcept {
        return slots_;
    }
    /// Their number less one, a power of two less one.
    [[nodiscard]] std::size_t mask() const noexcept {
        return mask_;
    }
    /// The slot of the calling thread, with a pin for one more call: a free one, or the deep one of
    /// number numDeep; null where memory is out.
    virtual PinSlot* occupy() noexcept = 0;

protected:
    PinTable() = default;
    void setSlots(PinSlot * slots, std::size_t mask) noexcept {
        slots_ = slots;
        mask_ = mask;
    }

private:
    PinSlot* slots_ = nullptr;
    std::size_t mask_ = 0;
};

}  // namespace gantry
