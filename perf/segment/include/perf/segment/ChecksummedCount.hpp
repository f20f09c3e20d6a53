#pragma once

#include <perf/segment/AtomicWord.hpp>

#include <atomic>
#include <bit>
#include <cstdint>

namespace gantry::perf {

/// A number below 2^48 and, in the upper 16 bits of the same word, a checksum of it and of what it
/// belongs to: so both change at once, and any single bit that is not as it was written is noticed.
/// A word of zeros is the number 0 that belongs to nothing.
///
/// The checksum is the upper 16 bits of a product with an odd constant (2^64 / golden ratio, as in
/// Fibonacci hashing): one multiplication, no table. A random wrong word passes with a probability
/// of 2^-16. It detects damage, not intent.
namespace checksummedCount {

inline constexpr std::uint64_t kMask = (std::uint64_t{1} << 48U) - 1;

/// Takes one more word of content in, beginning with 0. So content of several words depends on
/// their order. The same rotation as in NodeRecord: both are part of the format.
constexpr std::uint64_t mix(std::uint64_t mixed, std::uint64_t word) noexcept {
    return std::rotl(mixed, 17) ^ word;
}

/// The word for a number, of which the lower 48 bits are taken. content: what the number belongs
/// to, mixed; the same must be passed to isWhole().
constexpr std::uint64_t of(std::uint64_t number, std::uint64_t content = 0) noexcept {
    constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15U;
    const std::uint64_t count = number & kMask;
    return count | ((content ^ std::rotl(count, 23)) * kOdd & ~kMask);
}

/// The number in a word, whether the checksum is right or not.
constexpr std::uint64_t numberIn(std::uint64_t word) noexcept {
    return word & kMask;
}

/// Whether the word is as of() made it for that content.
constexpr bool isWhole(std::uint64_t word, std::uint64_t content = 0) noexcept {
    return of(word, content) == word;
}

/// Adds to a number that any thread may add to. The word must belong to nothing. Lock-free; the
/// lower 48 bits wrap after 2.8e14.
///
///     checksummedCount::add(header.foldedCalls, 1);
///     const std::uint64_t calls = checksummedCount::numberIn(loadRelaxed(header.foldedCalls));
inline void add(std::uint64_t& word, std::uint64_t number) noexcept {
    const std::atomic_ref<std::uint64_t> shared(word);
    std::uint64_t known = shared.load(std::memory_order_relaxed);
    while (!shared.compare_exchange_weak(known, of(numberIn(known) + number),
                                         std::memory_order_relaxed)) {
    }
}

}  // namespace checksummedCount

/// A reading of a clock with a checksum of it in place of its last 8 bits. So it is exact to 256
/// ticks only, which suffices for "ran until then", and takes no word more.
constexpr std::uint64_t checksummedTicks(std::uint64_t ticks) noexcept {
    constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15U;
    return (ticks & ~std::uint64_t{0xff}) | ((ticks >> 8U) * kOdd >> 56U);
}

/// Whether checksummedTicks() can have made that word.
constexpr bool ticksAreWhole(std::uint64_t word) noexcept {
    return checksummedTicks(word) == word;
}

/// The latest reading that word can stand for. So "ran until then" is never earlier than it was.
constexpr std::uint64_t latestTicks(std::uint64_t word) noexcept {
    return word | 0xffU;
}

}  // namespace gantry::perf
