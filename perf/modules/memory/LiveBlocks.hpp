#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace gantry::memory {

/// What one sampled block stands for.
struct SampledBlock {
    std::uint32_t site = 0;   ///< number of its record
    std::int64_t blocks = 0;  ///< so many like it
    std::int64_t bytes = 0;   ///< so many together
};

/// The sampled blocks that were not freed, by address: so many as fit, in buckets of eight. Any
/// thread may add and take; each block is added and taken once. No lock.
class LiveBlocks final {
public:
    /// False where its bucket is full: the block is not followed then.
    bool add(const void* address, const SampledBlock& block) noexcept;
    /// Whether a block of that address may be there. A look at one byte.
    [[nodiscard]] bool mayHave(const void* address) const noexcept {
        return filter_[hashOf(address) % kFilter].load(std::memory_order_relaxed) != 0;
    }
    /// Takes it out; false where there is none.
    bool take(const void* address, SampledBlock& block) noexcept;

private:
    static constexpr std::size_t kBuckets = 8192;
    static constexpr std::size_t kBucket = 8;
    static constexpr std::size_t kFilter = 16384;
    // Being filled: neither free nor to be found.
    static constexpr std::uintptr_t kTaken = 1;

    static std::size_t hashOf(const void* address) noexcept {
        // Blocks are aligned to 16 bytes.
        return static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(address) >> 4U) *
                   0x9e3779b97f4a7c15U >>
               32U;
    }

    std::array<std::atomic<std::uint8_t>, kFilter> filter_{};
    std::array<std::atomic<std::uintptr_t>, kBuckets * kBucket> addresses_{};
    std::array<SampledBlock, kBuckets * kBucket> blocks_{};
};

}  // namespace gantry::memory
