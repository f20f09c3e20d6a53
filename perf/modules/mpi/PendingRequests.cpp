#include "PendingRequests.hpp"

namespace gantry::mpi {

// A key is in one of the window's slots behind its hash, in any of them: so that a slot can be
// emptied without moving others.
std::size_t PendingRequests::placeOf(std::uintptr_t key) noexcept {
    constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15U;
    constexpr unsigned kUpperHalf = 32;
    const std::uint64_t hash = (static_cast<std::uint64_t>(key) * kGolden) >> kUpperHalf;
    return static_cast<std::size_t>(hash) % kSlots;
}

std::size_t PendingRequests::slotOf(std::uintptr_t key) const noexcept {
    const std::size_t first = placeOf(key);
    for (std::size_t slot = first; slot < first + kWindow; ++slot) {
        if (keys_[slot].load(std::memory_order_acquire) == key) {
            return slot;
        }
    }
    return keys_.size();
}

// A locked instruction takes longer than the search, and is not needed by one thread at a time.
bool PendingRequests::takeSlot(std::size_t slot, std::uintptr_t key) noexcept {
    std::uintptr_t empty = 0;
    if (concurrent_) {
        return keys_[slot].compare_exchange_strong(empty, key, std::memory_order_acq_rel);
    }
    keys_[slot].store(key, std::memory_order_release);
    return true;
}

void PendingRequests::add(std::uintptr_t key, const PendingRequest& request) noexcept {
    const std::size_t first = placeOf(key);
    const std::size_t end = first + kWindow;
    std::size_t empty = end;
    for (std::size_t slot = end; slot-- > first;) {
        const std::uintptr_t found = keys_[slot].load(std::memory_order_relaxed);
        if (found == key) {
            // A handle that is used again without its end having been seen.
            requests_[slot] = request;
            return;
        }
        empty = found == 0 ? slot : empty;
    }
    for (; empty < end; ++empty) {
        if (keys_[empty].load(std::memory_order_relaxed) == 0 && takeSlot(empty, key)) {
            requests_[empty] = request;
            return;
        }
    }
    lost_.fetch_add(1, std::memory_order_relaxed);
}

std::optional<PendingRequest> PendingRequests::find(std::uintptr_t key) const noexcept {
    const std::size_t slot = slotOf(key);
    return slot < keys_.size() ? std::optional(requests_[slot]) : std::nullopt;
}

std::optional<PendingRequest> PendingRequests::take(std::uintptr_t key) noexcept {
    const std::size_t slot = slotOf(key);
    if (slot == keys_.size()) {
        return std::nullopt;
    }
    const PendingRequest request = requests_[slot];
    if (!request.persistent) {
        keys_[slot].store(0, std::memory_order_release);
    }
    return request;
}

void PendingRequests::remove(std::uintptr_t key) noexcept {
    const std::size_t slot = slotOf(key);
    if (slot < keys_.size()) {
        keys_[slot].store(0, std::memory_order_release);
    }
}

}  // namespace gantry::mpi
