#include "PendingRequests.hpp"

namespace gantry::mpi {

// A key is in one of the window's slots behind its hash, in any of them: so that a slot can be
// emptied without moving others.
std::size_t PendingRequests::placeOf(std::uintptr_t key, std::size_t step) noexcept {
    constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15U;
    constexpr unsigned kUpperHalf = 32;
    const std::uint64_t hash = (static_cast<std::uint64_t>(key) * kGolden) >> kUpperHalf;
    return (static_cast<std::size_t>(hash) + step) % kSlots;
}

const PendingRequests::Slot* PendingRequests::slotOf(std::uintptr_t key) const noexcept {
    for (std::size_t step = 0; step < kWindow; ++step) {
        const Slot& slot = slots_[placeOf(key, step)];
        if (slot.key.load(std::memory_order_acquire) == key) {
            return &slot;
        }
    }
    return nullptr;
}

void PendingRequests::add(std::uintptr_t key, const PendingRequest& request) noexcept {
    // A handle that is used again without its end having been seen.
    remove(key);
    for (std::size_t step = 0; step < kWindow; ++step) {
        Slot& slot = slots_[placeOf(key, step)];
        std::uintptr_t empty = 0;
        if (slot.key.compare_exchange_strong(empty, key, std::memory_order_acq_rel)) {
            slot.request = request;
            return;
        }
    }
    lost_.fetch_add(1, std::memory_order_relaxed);
}

std::optional<PendingRequest> PendingRequests::find(std::uintptr_t key) const noexcept {
    const Slot* const slot = slotOf(key);
    return slot != nullptr ? std::optional(slot->request) : std::nullopt;
}

void PendingRequests::remove(std::uintptr_t key) noexcept {
    if (const Slot* const slot = slotOf(key)) {
        const_cast<Slot*>(slot)->key.store(0, std::memory_order_release);
    }
}

}  // namespace gantry::mpi
