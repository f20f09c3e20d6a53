#pragma once

#include <perf/segment/AtomicWord.hpp>

#include <atomic>
#include <bit>
#include <cstdint>

namespace gantry::perf {

/// A number below 2^48 and, in the upper 16 bits of the same word, a checksum of it and of what it
/// belongs to: so both change at once, and any single bit that is not as it was written is noticed.
/// A word of zeros is the number 0 that belongs to nothing.
namespace checksummedCount {

inline constexpr std::uint64_t kMask = (std::uint64_t{1} << 48U) - 1;

/// Takes one more word of content in, beginning with 0.
constexpr std::uint64_t mix(std::uint64_t mixed, std::uint64_t word) noexcept {
    return std::rotl(mixed, 17) ^ word;
}

/// The word for a number, of which the lower 48 bits are taken.
constexpr std::uint64_t of(std::uint64_t number, std::uint64_t content = 0) noexcept {
    constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15U;
    const std::uint64_t count = number & kMask;
    return count | ((content ^ std::rotl(count, 23)) * kOdd & ~kMask);
}

constexpr std::uint64_t numberIn(std::uint64_t word) noexcept {
    return word & kMask;
}

constexpr bool isWhole(std::uint64_t word, std::uint64_t content = 0) noexcept {
    return of(word, content) == word;
}

/// Adds to a number that any thread may add to.
inline void add(std::uint64_t& word, std::uint64_t number) noexcept {
    const std::atomic_ref<std::uint64_t> shared(word);
    std::uint64_t known = shared.load(std::memory_order_relaxed);
    while (!shared.compare_exchange_weak(known, of(numberIn(known) + number),
                                         std::memory_order_relaxed)) {
    }
}

}  // namespace checksummedCount

/// A reading of a clock with a checksum of it in place of its last 8 bits.
constexpr std::uint64_t checksummedTicks(std::uint64_t ticks) noexcept {
    constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15U;
    return (ticks & ~std::uint64_t{0xff}) | ((ticks >> 8U) * kOdd >> 56U);
}

constexpr bool ticksAreWhole(std::uint64_t word) noexcept {
    return checksummedTicks(word) == word;
}

/// The latest reading that word can stand for.
constexpr std::uint64_t latestTicks(std::uint64_t word) noexcept {
    return word | 0xffU;
}

}  // namespace gantry::perf
