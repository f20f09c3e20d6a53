#pragma once

#include <bit>
#include <cstdint>

namespace gantry::perf {

/// A word that says how often a record was written and, in its upper 16 bits, a checksum of what
/// was. What ChecksummedCount.hpp says of its checksum holds here, too; NodeRecord and EventRecord
/// differ in what they pass as key and mixed words.
///
///     const std::uint64_t word = VersionWord::of(3, key, mixed);
///     VersionWord::countOf(word);    // 3
struct VersionWord {
    static constexpr std::uint64_t kCountMask = (std::uint64_t{1} << 48U) - 1;

    /// The lower 48 bits, whether the checksum is right or not.
    static constexpr std::uint64_t countOf(std::uint64_t word) noexcept {
        return word & kCountMask;
    }

    /// Of a count, of which the lower 48 bits are taken, what the record is about, and the words
    /// that count, mixed. A change of any one bit of these changes the checksum with a probability
    /// of all but one in 65,536.
    static constexpr std::uint64_t of(std::uint64_t wanted, std::uint64_t key,
                                      std::uint64_t mixed) noexcept {
        const std::uint64_t count = countOf(wanted);
        return count | ((mixed ^ std::rotl(key ^ count, 23)) * kOdd & ~kCountMask);
    }

private:
    static constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15U;
};

}  // namespace gantry::perf
