#include "LiveBlocks.hpp"

namespace gantry::memory {

bool LiveBlocks::add(const void* address, const SampledBlock& block) noexcept {
    const std::size_t hash = hashOf(address);
    std::atomic<std::uint8_t>& counter = filter_[hash % kFilter];
    if (counter.load(std::memory_order_relaxed) == UINT8_MAX) {
        return false;
    }
    const std::size_t first = hash % kBuckets * kBucket;
    for (std::size_t i = first; i < first + kBucket; ++i) {
        std::uintptr_t free = 0;
        if (addresses_[i].compare_exchange_strong(free, kTaken, std::memory_order_acquire)) {
            blocks_[i] = block;
            counter.fetch_add(1, std::memory_order_relaxed);
            addresses_[i].store(reinterpret_cast<std::uintptr_t>(address),
                                std::memory_order_release);
            return true;
        }
    }
    return false;
}

bool LiveBlocks::take(const void* address, SampledBlock& block) noexcept {
    const std::size_t hash = hashOf(address);
    const std::size_t first = hash % kBuckets * kBucket;
    const auto wanted = reinterpret_cast<std::uintptr_t>(address);
    for (std::size_t i = first; i < first + kBucket; ++i) {
        if (addresses_[i].load(std::memory_order_acquire) == wanted) {
            block = blocks_[i];
            filter_[hash % kFilter].fetch_sub(1, std::memory_order_relaxed);
            addresses_[i].store(0, std::memory_order_release);
            return true;
        }
    }
    return false;
}

}  // namespace gantry::memory
