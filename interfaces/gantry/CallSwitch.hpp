#pragma once

#include <gantry/CallTarget.hpp>
#include <gantry/PinTable.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace gantry {

/// The inner side of a proxy: which target its calls go to. Another target can be put in while any
/// number of threads call; each call goes to one of the two, and shows by a pin to which, until it
/// has ended.
class CallSwitch final {
public:
    /// first is not null. Without pins every call is counted in one place instead, which costs
    /// more.
    explicit CallSwitch(std::shared_ptr<CallTarget> first, std::shared_ptr<PinTable> pins = nullptr)
        : current_(first.get()),
          slots_(pins ? pins->slots() : nobody()),
          mask_(pins ? pins->mask() : 0),
          target_(std::move(first)),
          pins_(std::move(pins)) {}
    CallSwitch(const CallSwitch&) = delete;
    CallSwitch& operator=(const CallSwitch&) = delete;

    /// Where calls go now. For who exchanges it, one thread at a time, as exchange.
    [[nodiscard]] const std::shared_ptr<CallTarget>& target() const noexcept { return target_; }
    /// Calls that begin from now on go to next, which is not null. The target before, to which
    /// calls that began on it still go: it lives on until none of them has a pin.
    [[nodiscard]] std::shared_ptr<CallTarget> exchange(std::shared_ptr<CallTarget> next) noexcept {
        current_.exchange(next.get(), std::memory_order_seq_cst);
        target_.swap(next);
        return next;
    }
    /// The calls that run without a pin, to whichever target.
    [[nodiscard]] std::uint32_t uncharted() const noexcept {
        return uncharted_.load(std::memory_order_seq_cst);
    }

private:
    template <class Port>
    friend class PinnedCall;

    /// A slot no thread has.
    static PinSlot* nobody() noexcept {
        static PinSlot slot;
        return &slot;
    }

    struct Entry {
        const CallTarget* target;
        PinSlot* slot;
        std::uint32_t depth;
    };

    // The pin is set before the target is looked at again; that no processor does it the other way
    // round is up to who exchanges, by a membarrier. A signal that comes in between finds the depth
    // raised already, and leaves the pin alone.
    Entry enter() const noexcept {
        const std::uintptr_t thread = PinTable::thisThread();
        PinSlot* const slot = slots_ + (PinTable::homeOf(thread) & mask_);
        const std::uint32_t depth = slot->depth.load(std::memory_order_relaxed);
        if (slot->thread.load(std::memory_order_relaxed) != thread || depth >= PinSlot::kPins)
            [[unlikely]] {
            return enterSlowly();
        }
        slot->depth.store(depth + 1, std::memory_order_relaxed);
        std::atomic_signal_fence(std::memory_order_seq_cst);
        const CallTarget* target = current_.load(std::memory_order_relaxed);
        for (;;) {
            slot->pins[depth].store(target, std::memory_order_relaxed);
            std::atomic_signal_fence(std::memory_order_seq_cst);
            const CallTarget* const seen = current_.load(std::memory_order_acquire);
            if (seen == target) [[likely]] {
                return {target, slot, depth};
            }
            target = seen;
        }
    }

    [[gnu::noinline]] Entry enterSlowly() const noexcept {
        PinSlot* const slot = pins_ ? pins_->occupy() : nullptr;
        if (slot == nullptr) {
            uncharted_.fetch_add(1, std::memory_order_seq_cst);
            return {current_.load(std::memory_order_seq_cst), nullptr, 0};
        }
        const std::uint32_t depth = slot->depth.load(std::memory_order_relaxed);
        slot->depth.store(depth + 1, std::memory_order_relaxed);
        std::atomic_signal_fence(std::memory_order_seq_cst);
        PinSlot::Pin& pin = *slot->at(depth);
        const CallTarget* target = current_.load(std::memory_order_seq_cst);
        for (;;) {
            pin.store(target, std::memory_order_seq_cst);
            const CallTarget* const seen = current_.load(std::memory_order_seq_cst);
            if (seen == target) {
                return {target, slot, depth};
            }
            target = seen;
        }
    }

    void leave(PinSlot* slot, std::uint32_t depth) const noexcept {
        if (slot == nullptr) [[unlikely]] {
            uncharted_.fetch_sub(1, std::memory_order_release);
            return;
        }
        PinSlot::Pin* const pin = depth < PinSlot::kPins ? &slot->pins[depth] : slot->at(depth);
        pin->store(nullptr, std::memory_order_release);
        std::atomic_signal_fence(std::memory_order_seq_cst);
        slot->depth.store(depth, std::memory_order_relaxed);
    }

    std::atomic<const CallTarget*> current_;
    PinSlot* slots_;
    std::size_t mask_;
    mutable std::atomic<std::uint32_t> uncharted_{0};
    std::shared_ptr<CallTarget> target_;
    std::shared_ptr<PinTable> pins_;
};

/// One call through a proxy, from here to the end of the block, however it ends. Part of generated
/// proxies; ends on the thread on which it began.
template <class Port>
class PinnedCall final {
public:
    explicit PinnedCall(const CallSwitch& calls) noexcept : calls_(calls), entry_(calls.enter()) {}
    ~PinnedCall() { calls_.leave(entry_.slot, entry_.depth); }
    PinnedCall(const PinnedCall&) = delete;
    PinnedCall& operator=(const PinnedCall&) = delete;

    [[nodiscard]] Port& operator*() const noexcept { return entry_.target->template port<Port>(); }
    [[nodiscard]] Port* operator->() const noexcept { return &**this; }
    /// As CallTarget::probe.
    [[nodiscard]] const MethodProbe* probe(std::size_t method) const noexcept {
        return entry_.target->probe(method);
    }

private:
    const CallSwitch& calls_;
    const CallSwitch::Entry entry_;
};

}  // namespace gantry
