#pragma once

#include <gantry/CallTarget.hpp>
#include <gantry/PinTable.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace gantry {

/// The inner side of a proxy: the target of its calls. The target can be swapped while any number
/// of threads call; each call goes to one of the two, and its pin shows to which, until it has
/// ended. PinTable.hpp explains the protocol.
///
/// Threads: any number may call while one thread, under the framework's lock, exchanges the target.
/// A call never waits and, with pins, writes only to memory of its own thread.
///
/// Invariant: current_ == target_.get() whenever no exchange is under way; a target that was
/// exchanged may be ended when no pin shows it, no call runs without a pin and the membarrier in
/// between has succeeded. That waiting is the framework's part.
///
///     a call           enter: pin the present target, verify that it is still the present one
///                      call the target
///                      leave: clear the pin
///     the framework    exchange the target, membarrier, wait until no pin shows the former one,
///                      drop it
class CallSwitch final {
public:
    /// first is not null. Without pins every call increments one shared counter instead, which
    /// costs more. The table is shared and outlives every call; the same one serves all proxies of
    /// a framework. Does not throw.
    explicit CallSwitch(std::shared_ptr<CallTarget> first, std::shared_ptr<PinTable> pins = nullptr)
        : current_(first.get()),
          slots_(pins ? pins->slots() : nobody()),
          mask_(pins ? pins->mask() : 0),
          target_(std::move(first)),
          pins_(std::move(pins)) {}
    ~CallSwitch() = default;
    CallSwitch(const CallSwitch&) = delete;
    CallSwitch& operator=(const CallSwitch&) = delete;

    /// The present target. As exchange, for one thread at a time. Not for calls, which read the
    /// atomic twin of it.
    [[nodiscard]] const std::shared_ptr<CallTarget>& target() const noexcept { return target_; }
    /// Calls that begin from now on go to next, which is not null. Returns the previous target;
    /// keep it alive until no call has a pin on it. Costs one atomic exchange and waits for
    /// nothing.
    [[nodiscard]] std::shared_ptr<CallTarget> exchange(std::shared_ptr<CallTarget> next) noexcept {
        current_.exchange(next.get(), std::memory_order_seq_cst);
        target_.swap(next);
        return next;
    }
    /// The number of calls that run without a pin, to any target. Not 0 only where the proxy has no
    /// table, or where there was no memory for a pin.
    [[nodiscard]] std::uint32_t unpinned() const noexcept {
        return unpinned_.load(std::memory_order_seq_cst);
    }

private:
    template <class Port>
    friend class PinnedCall;
    template <class Port>
    friend class PortCalls;

    /// A slot that belongs to no thread, so that every call without pins takes the slow path.
    static PinSlot* nobody() noexcept {
        static PinSlot slot;
        return &slot;
    }

    /// What a call has to give back: a pin; with kApart added, a deep one; kApart alone, its place
    /// among the unpinned. One word, so that an Entry is returned in two registers. Pins are
    /// aligned to more than one byte: the last bit is free.
    using Hold = std::uintptr_t;
    static constexpr Hold kApart = 1;

    /// A call's target, and what leave() needs. Lives as long as the call, on its stack.
    struct Entry {
        const CallTarget* target;
        Hold hold;
    };

    /// Another thread may have taken it before: then the call is slow and finds the right one.
    /// Costs a multiplication. Without pins the slot of nobody(), whose key no thread has.
    [[nodiscard]] PinSlot* home() const noexcept {
        return slots_ + (PinTable::homeOf(PinTable::thisThread()) & mask_);
    }

    /// home: the slot at which the search for the calling thread's slot begins. The fast path:
    /// loads and one store, all in memory of this thread apart from current_. Taken where the slot
    /// is the thread's own, has a free pin, and no exchange comes in between.
    Entry enter(PinSlot* home) const noexcept {
        if (home->thread.load(std::memory_order_relaxed) != PinTable::thisThread()) [[unlikely]] {
            return enterSlowly();
        }
        PinSlot::Pin* const pin = home->free();
        if (pin == nullptr) [[unlikely]] {
            return enterSlowly();
        }
        const CallTarget* target = pinOnce(*pin);
        if (!isCurrent(target)) [[unlikely]] {
            target = pinned(*pin);
        }
        return {target, reinterpret_cast<Hold>(pin)};
    }

    /// Pins the present target; the pin is valid if the target isCurrent afterwards. The signal
    /// fences keep the compiler from reordering; the membarrier of the thread that exchanges keeps
    /// the processors from it. A signal handler that interrupts here may use the same pin, but
    /// leaves it empty before the store or after it.
    const CallTarget* pinOnce(PinSlot::Pin& pin) const noexcept {
        std::atomic_signal_fence(std::memory_order_seq_cst);
        const CallTarget* const target = current_.load(std::memory_order_relaxed);
        pin.store(target, std::memory_order_relaxed);
        std::atomic_signal_fence(std::memory_order_seq_cst);
        return target;
    }
    /// Acquire, so that a call which sees a new target sees its contents.
    [[nodiscard]] bool isCurrent(const CallTarget* target) const noexcept {
        return current_.load(std::memory_order_acquire) == target;
    }

    /// Takes a slot for this thread at its first call; counts the call as unpinned without one; and
    /// pins it deeply where all pins of the slot are in use, by nested calls. Never fails: without
    /// memory the call counts as unpinned.
    [[gnu::noinline]] Entry enterSlowly() const noexcept {
        PinSlot* const slot = pins_ ? pins_->occupy() : nullptr;
        if (slot == nullptr) {
            unpinned_.fetch_add(1, std::memory_order_seq_cst);
            return {current_.load(std::memory_order_seq_cst), kApart};
        }
        if (PinSlot::Pin* const pin = slot->free()) {
            return {pinned(*pin), reinterpret_cast<Hold>(pin)};
        }
        const std::uint32_t number = slot->numDeep.load(std::memory_order_relaxed);
        PinSlot::DeepPin* const deep = slot->deep(number);
        slot->numDeep.store(number + 1, std::memory_order_relaxed);
        std::atomic_signal_fence(std::memory_order_seq_cst);
        return {pinned(deep->pin), reinterpret_cast<Hold>(deep) + kApart};
    }

    /// Pins the present target with sequentially consistent accesses, without help of a membarrier.
    /// Ends when no exchange came between its two loads; each round of it needs a further exchange.
    [[gnu::noinline]] const CallTarget* pinned(PinSlot::Pin& pin) const noexcept {
        const CallTarget* target = current_.load(std::memory_order_seq_cst);
        for (;;) {
            pin.store(target, std::memory_order_seq_cst);
            const CallTarget* const seen = current_.load(std::memory_order_seq_cst);
            if (seen == target) {
                return target;
            }
            target = seen;
        }
    }

    /// Release: what the call did happens before the end of a target whose pin is seen empty. On
    /// the thread that entered: the pin is in its slot.
    void leave(Hold hold) const noexcept {
        if ((hold & kApart) != 0) [[unlikely]] {
            leaveSlowly(hold);
            return;
        }
        // NOLINTNEXTLINE(performance-no-int-to-ptr): enter() made the number of the pointer
        reinterpret_cast<PinSlot::Pin*>(hold)->store(nullptr, std::memory_order_release);
    }

    /// Deep pins are a stack: the number is lowered after the pin is empty, so that a signal
    /// handler in between finds it in use.
    [[gnu::noinline]] void leaveSlowly(Hold hold) const noexcept {
        if (hold == kApart) {
            unpinned_.fetch_sub(1, std::memory_order_release);
            return;
        }
        // NOLINTNEXTLINE(performance-no-int-to-ptr): as in leave()
        auto* const deep = reinterpret_cast<PinSlot::DeepPin*>(hold - kApart);
        PinSlot* const slot = deep->slot;
        deep->pin.store(nullptr, std::memory_order_release);
        std::atomic_signal_fence(std::memory_order_seq_cst);
        slot->numDeep.store(slot->numDeep.load(std::memory_order_relaxed) - 1,
                            std::memory_order_relaxed);
    }

    // The only member that a call reads and an exchange writes; the rest of the line never changes.
    std::atomic<const CallTarget*> current_;
    // Copies of the table's, so that a call need not follow pins_.
    PinSlot* slots_;
    std::size_t mask_;
    // Calls without a pin, of all threads; the framework waits until it is 0.
    mutable std::atomic<std::uint32_t> unpinned_{0};
    // The owner of what current_ points to. Under the framework's lock.
    std::shared_ptr<CallTarget> target_;
    // Null: every call is counted in unpinned_.
    std::shared_ptr<PinTable> pins_;
};

/// One call through a proxy, from construction to destruction, also if it throws. Part of generated
/// proxies; ends on the thread on which it began.
///
///     const PinnedCall<numeric::FunctionPort> pinned(calls_);
///     return pinned->evaluate(x);
///
/// The provider is alive and does not change inside this scope, even if the connection is swapped
/// meanwhile. Port is the type that the target was made with.
template <class Port>
class PinnedCall final {
public:
    /// calls outlives this object. Never waits; allocates at the first call of a thread only.
    explicit PinnedCall(const CallSwitch& calls) noexcept
        : calls_(calls), entry_(calls.enter(calls.home())) {}
    ~PinnedCall() { calls_.leave(entry_.hold); }
    PinnedCall(const PinnedCall&) = delete;
    PinnedCall& operator=(const PinnedCall&) = delete;

    // The provider's port: valid inside this scope.
    [[nodiscard]] Port& operator*() const noexcept { return entry_.target->template port<Port>(); }
    [[nodiscard]] Port* operator->() const noexcept { return &**this; }
    /// The probe of a method; null if the method is not observed.
    [[nodiscard]] const MethodProbe* probe(std::size_t method) const noexcept {
        return entry_.target->isObserved() ? entry_.target->probe(method) : nullptr;
    }

private:
    const CallSwitch& calls_;
    const CallSwitch::Entry entry_;
};

}  // namespace gantry
