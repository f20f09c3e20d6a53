#pragma once

#include <gantry.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "Fields.hpp"
#include "LiveBlocks.hpp"

namespace gantry::memory {

/// Where sampled blocks come from: a record for each stack. Any thread may use it. No lock.
class Sites final {
public:
    /// Records are those of the region, of which the first two are taken already: all blocks, and
    /// the stacks that found no room.
    void use(const gantry_region_t& region) noexcept;

    /// Notes a block with the stack of who called this module; it stands for `bytes` of blocks of
    /// that size.
    void note(const void* address, std::size_t size, std::int64_t bytes) noexcept;
    /// Notes that a block is gone. Costs a look at one byte where it was not sampled.
    void forget(const void* address) noexcept {
        if (live_.mayHave(address)) {
            forgetSampled(address);
        }
    }
    [[nodiscard]] Record record(std::uint32_t site) const noexcept;

    static constexpr std::uint32_t kAll = 0;
    static constexpr std::uint32_t kOther = 1;
    static constexpr std::uint32_t kMostSites = 2048;
    static constexpr std::size_t kMostFrames = 24;
    /// Of the names of a stack.
    static constexpr std::uint32_t kNameBytes = 384;

private:
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): frames are filled up to count
    struct Stack {
        std::array<void*, kMostFrames> frames;
        std::size_t count = 0;
    };

    void forgetSampled(const void* address) noexcept;
    std::uint32_t siteOf(const Stack& stack) noexcept;
    std::uint32_t make(const Stack& stack) const noexcept;

    static constexpr std::size_t kBuckets = 8192;
    gantry_region_t region_{};
    // The upper half of a hash, and the number of the record plus 1.
    std::array<std::atomic<std::uint64_t>, kBuckets> buckets_{};
    LiveBlocks live_;
};

}  // namespace gantry::memory
